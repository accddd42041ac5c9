package io.sluice.bench.aware;

import io.sluice.bench.process.Await;
import io.sluice.bench.process.GatewayCounts;
import java.util.LongSummaryStatistics;

/** How many bytes of its clients' messages a gateway holds, looked at every few milliseconds. */
final class HeldBytes {

  private static final String HELD = "sluice.publish.held.bytes";
  private static final double SECONDS_BETWEEN = 0.005;

  private HeldBytes() {}

  /** Looks for so long. */
  static LongSummaryStatistics during(double seconds, GatewayCounts counts) {
    LongSummaryStatistics held = new LongSummaryStatistics();
    long end = System.nanoTime() + (long) (seconds * 1e9);
    while (end - System.nanoTime() > 0) {
      held.accept((long) counts.look().of(HELD));
      Await.seconds(SECONDS_BETWEEN);
    }
    return held;
  }
}
