package io.sluice.simulator;

import io.sluice.quota.QuotaUnit;

/**
 * Traffic of one of very many groups or limits on a node: what clients want to publish goes up and down a little all
 * the time, or is far more than the node's share. Messages have a thousand bytes.
 */
abstract class ScaleTraffic {

  private static final int BYTES_PER_MESSAGE = 1000;

  /** Of everything but published messages so many times as much is allowed. */
  private static final double AMPLE = 4;

  private final double quota;
  private final double wanted;
  private double share;
  private double messages;
  private double throttledSeconds;

  ScaleTraffic(double quota, double wanted) {
    this.quota = quota;
    this.wanted = wanted;
  }

  /** @param factor how much more or less than usual the clients want */
  final void pass(double seconds, double factor) {
    double rate = wanted * factor;
    messages += Math.min(rate, share) * seconds;
    throttledSeconds += rate > share ? seconds : 0;
  }

  final double quota() {
    return quota;
  }

  /** What all nodes together may use, so much that none of them waits for it. */
  final double ample(QuotaUnit unit) {
    return AMPLE * quota * (unit == QuotaUnit.BYTES ? BYTES_PER_MESSAGE : 1);
  }

  final long used(QuotaUnit unit) {
    return ((long) messages) * (unit == QuotaUnit.BYTES ? BYTES_PER_MESSAGE : 1);
  }

  final long throttledNanos() {
    return (long) (throttledSeconds * 1e9);
  }

  final double messagesPerSecond() {
    return share;
  }

  final void setMessagesPerSecond(double perSecond) {
    share = perSecond;
  }
}
