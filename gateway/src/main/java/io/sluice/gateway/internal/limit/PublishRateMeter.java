package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import java.util.concurrent.atomic.LongAdder;

/** How much is published to a topic through this node, for limits that are relative to that. */
public final class PublishRateMeter {

  private final NanoClock clock;
  private final LongAdder messages = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private long sinceNanos;
  private volatile double messagesPerSecond;
  private volatile double bytesPerSecond;

  PublishRateMeter(NanoClock clock) {
    this.clock = clock;
    this.sinceNanos = clock.nanos();
  }

  /** Something was published. Any thread. */
  void add(long messageCount, long byteCount) {
    messages.add(messageCount);
    bytes.add(byteCount);
  }

  /** Works out the rates since it was last called, by the same thread. */
  void measure() {
    long now = clock.nanos();
    double seconds = (now - sinceNanos) / 1e9;
    if (seconds > 0) {
      sinceNanos = now;
      messagesPerSecond = messages.sumThenReset() / seconds;
      bytesPerSecond = bytes.sumThenReset() / seconds;
    }
  }

  double messagesPerSecond() {
    return messagesPerSecond;
  }

  double bytesPerSecond() {
    return bytesPerSecond;
  }
}
