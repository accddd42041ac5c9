package io.sluice.ramp;

import io.sluice.ramp.testing.ManualRampTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Throttles of one group that have agreed on their number, at the start of a second. */
final class Replicas {

  final ManualRampTime time = new ManualRampTime();
  final InMemoryPoolStore store = new InMemoryPoolStore(time);
  final List<RampThrottle> throttles = new ArrayList<>();

  Replicas(RampConfig config, int count) {
    for (int i = 0; i < count; i++) {
      throttles.add(RampThrottle.builder(config)
          .group("group")
          .processor("pod-" + i)
          .store(store)
          .time(time)
          .build());
    }
    time.advance(Duration.ofSeconds(1));
    time.advanceToNextSecond();
  }

  static RampThrottle only(RampConfig config, ManualRampTime time) {
    return RampThrottle.builder(config)
        .group("group")
        .processor("pod")
        .store(new InMemoryPoolStore(time))
        .time(time)
        .build();
  }
}
