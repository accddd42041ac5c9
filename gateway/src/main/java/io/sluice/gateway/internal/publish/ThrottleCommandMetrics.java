package io.sluice.gateway.internal.publish;

import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts THROTTLE_PRODUCER commands, their receipts, and promises that clients have broken. */
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

  /** Receipts that came within the receipt wait time. */
  public long receiptsInTime() {
    return inTime.sum();
  }

  /** Receipts that came after the receipt wait time. */
  public long receiptsLate() {
    return late.sum();
  }

  /** Receipts that had not come when the wait time was over, late ones included. */
  public long receiptsMissing() {
    return missing.sum();
  }

  /** Frames that came during a pause that the client's receipt had promised to keep. */
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
