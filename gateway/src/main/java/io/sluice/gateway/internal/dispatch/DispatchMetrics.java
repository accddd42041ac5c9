package io.sluice.gateway.internal.dispatch;

import java.util.concurrent.atomic.LongAdder;

/** What the node counts of dispatch limits: plain adders, read when metrics are collected. */
public final class DispatchMetrics {

  private final LongAdder consumers = new LongAdder();
  private final LongAdder messages = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder withheld = new LongAdder();

  void consumerOpened() {
    consumers.increment();
  }

  void consumerClosed() {
    consumers.decrement();
  }

  /** Something has passed to a consumer with limits. */
  void passed(int messageCount, int byteCount) {
    messages.add(messageCount);
    bytes.add(byteCount);
  }

  /** More permits are withheld, or less if negative. */
  void withheld(long permits) {
    withheld.add(permits);
  }

  public long consumers() {
    return consumers.sum();
  }

  public long messages() {
    return messages.sum();
  }

  public long bytes() {
    return bytes.sum();
  }

  public long withheld() {
    return withheld.sum();
  }
}
