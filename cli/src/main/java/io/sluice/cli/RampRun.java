package io.sluice.cli;

import io.sluice.ramp.Permit;
import io.sluice.ramp.PoolStore;
import io.sluice.ramp.RampConfig;
import io.sluice.ramp.RampThrottle;
import io.sluice.simulator.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * Runs the ramp throttle that processors use, on virtual time, in a pool of known size. Every processor is
 * assumed to use as much as this one.
 *
 * @param pods how many processors share the rate
 */
record RampRun(RampConfig config, int pods, List<Second> seconds) {

  /**
   * One second.
   *
   * @param number counted from 1
   * @param call empty if the throttle was not asked
   */
  record Second(int number, Optional<Call> call) {}

  /**
   * One call, at the start of its second.
   *
   * @param level the rate of the whole group
   * @param share what this processor may have of it
   * @param asked what it wanted
   * @param used what it was granted, all of which it used
   */
  record Call(double level, long share, int asked, int used) {

    /** As the throttle counts it: a share of nothing is used up. */
    double utilisation() {
      return share == 0 ? 100 : 100.0 * used / share;
    }
  }

  static RampRun of(RampConfig config, int pods, List<OptionalInt> usage) {
    VirtualTime time = new VirtualTime();
    List<Second> seconds = new ArrayList<>();
    try (PoolStore store = PoolStore.ofFixedSize(pods);
        RampThrottle throttle = RampThrottle.builder(config)
            .group("plot")
            .processor("plot")
            .store(store)
            .time(time)
            .random(new SplittableRandom(0)) // the same at every run
            .build()) {
      for (OptionalInt wanted : usage) {
        // Also before the first second: a processor grants nothing in the second in which it joins
        // others.
        time.nextSecond();
        Optional<Call> call =
            wanted.isPresent() ? Optional.of(call(throttle, wanted.getAsInt())) : Optional.empty();
        seconds.add(new Second(seconds.size() + 1, call));
      }
    }
    return new RampRun(config, pods, List.copyOf(seconds));
  }

  private static Call call(RampThrottle throttle, int wanted) {
    try (Permit permit = throttle.tryAcquire(Math.max(1, wanted))) {
      int used = Math.min(wanted, permit.granted());
      permit.used(used);
      double level = throttle.status().level();
      return new Call(level, (long) level / throttle.status().poolSize(), wanted, used);
    }
  }
}
