package io.sluice.gateway.internal.publish;

import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What the node counts of telling clients that they are throttled: plain adders. */
public final class ThrottleCommandMetrics {

  private final Map<ThrottlingReason, LongAdder> sent = new EnumMap<>(ThrottlingReason.class);
  private final LongAdder inTime = new LongAdder();
  private final LongAdder late = new LongAdder();
  private final LongAdder missing = new LongAdder();
  private final LongAdder broken = new LongAdder();

  ThrottleCommandMetrics() {
    for (ThrottlingReason reason : ThrottlingReason.values()) {
      sent.put(reason, new LongAdder());
    }
  }

  void sent(ThrottlingReason reason) {
    of(reason).increment();
  }

  void inTime() {
    inTime.increment();
  }

  void late() {
    late.increment();
  }

  void missing() {
    missing.increment();
  }

  void broken() {
    broken.increment();
  }

  public long commands(ThrottlingReason reason) {
    return of(reason).sum();
  }

  /** Answers that came within the time that they may take. */
  public long receiptsInTime() {
    return inTime.sum();
  }

  /** Answers that came after that. */
  public long receiptsLate() {
    return late.sum();
  }

  /** Answers that had not come when it was over, those that came later included. */
  public long receiptsMissing() {
    return missing.sum();
  }

  /** Frames that came although their client had promised to hold them. */
  public long promisesBroken() {
    return broken.sum();
  }

  private LongAdder of(ThrottlingReason reason) {
    LongAdder of = sent.get(reason);
    if (of == null) {
      throw new IllegalStateException("no figures of " + reason);
    }
    return of;
  }
}
