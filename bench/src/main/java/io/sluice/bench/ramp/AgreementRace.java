package io.sluice.bench.ramp;

import io.sluice.ramp.RampConfig;
import io.sluice.ramp.RampThrottle;
import io.sluice.rampredis.RedisConfig;
import io.sluice.rampredis.RedisPoolStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Many processors join one group on one Redis: how long until all of them use the same size? */
final class AgreementRace {

  private static final int STORES = 10;
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private AgreementRace() {}

  /** Seconds from the last join until all processors have agreed on a size that counts them all. */
  static double seconds(String url, int processors) throws InterruptedException {
    RampConfig config = RampConfig.builder(10L * processors).min(processors).build();
    List<RedisPoolStore> stores = new ArrayList<>();
    List<RampThrottle> throttles = new ArrayList<>();
    try {
      for (int i = 0; i < STORES; i++) {
        stores.add(RedisPoolStore.of(RedisConfig.single(url)));
      }
      for (int i = 0; i < processors; i++) {
        throttles.add(RampThrottle.builder(config)
            .group("race")
            .processor("pod-" + i)
            .store(stores.get(i % STORES))
            .build());
      }
      long lastJoin = System.nanoTime();
      while (!throttles.stream().allMatch(each -> agrees(each, processors))) {
        if (System.nanoTime() - lastJoin > LONGEST.toNanos()) {
          throw new IllegalStateException("no agreement among " + processors + " processors");
        }
        TimeUnit.MILLISECONDS.sleep(1);
      }
      return (System.nanoTime() - lastJoin) / 1e9;
    } finally {
      throttles.forEach(RampThrottle::close);
      stores.forEach(RedisPoolStore::close);
    }
  }

  private static boolean agrees(RampThrottle throttle, int processors) {
    return throttle.status().agreed() && throttle.status().poolSize() == processors;
  }
}
