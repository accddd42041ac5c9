package io.sluice.gateway.internal.limit;

import io.sluice.core.Rate;

/** Which part of a limit is used, from one look to the next. Belongs to the thread that looks. */
final class UtilisationMeter {

  private static final double NANOS_PER_SECOND = 1e9;

  private long messages;
  private long bytes;
  private long sinceNanos;

  UtilisationMeter(long nowNanos) {
    this.sinceNanos = nowNanos;
  }

  /**
   * The larger of the parts of its messages and of its bytes that were used since this was last called; 1
   * if a waiter is in the queue, as large frames may be a long time apart.
   */
  double take(SharedLimiter limit, long nowNanos) {
    long messagesNow = limit.counts().admitted();
    long bytesNow = limit.admittedBytes();
    double seconds = (nowNanos - sinceNanos) / NANOS_PER_SECOND;
    double used = limit.waiting() > 0
        ? 1
        : Math.max(
            part(messagesNow - messages, limit.rates().messages(), seconds),
            part(bytesNow - bytes, limit.rates().bytes(), seconds));
    messages = messagesNow;
    bytes = bytesNow;
    sinceNanos = nowNanos;
    return used;
  }

  private static double part(long amount, Rate rate, double seconds) {
    return rate.isUnlimited() || amount <= 0
        ? 0
        : Math.min(1, amount / (rate.tokens() * NANOS_PER_SECOND / rate.periodNanos() * seconds));
  }
}
