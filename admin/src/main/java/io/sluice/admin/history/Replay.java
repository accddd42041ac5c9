package io.sluice.admin.history;

/**
 * A token bucket that something is replayed through which has happened without it, step by step.
 *
 * <p>Within a step the rate was always the same, so tokens rise or fall on a line. A message that comes when
 * there are none does not go away: it waits, and owes them, so the bucket goes below zero, and until it is
 * out of that every message waits. It never holds more than one second's worth, with which it begins. Real
 * clients that have to wait may send less, or later: then the debt, and the time until it is paid, is less
 * than here.
 */
final class Replay {

  private final double perSecond;
  private double tokens;

  /** @param perSecond of a limit; 0 or less if there is none */
  Replay(long perSecond) {
    this.perSecond = perSecond <= 0 ? Double.POSITIVE_INFINITY : perSecond;
    this.tokens = this.perSecond;
  }

  /** For how many seconds of a step one would have had to wait. */
  double throttledSeconds(double rate, double seconds) {
    if (perSecond == Double.POSITIVE_INFINITY) {
      return 0;
    }
    double earned = perSecond - rate;
    double before = tokens;
    tokens = Math.min(perSecond, before + earned * seconds);
    if (before < 0) {
      return earned <= 0 ? seconds : Math.min(seconds, -before / earned);
    }
    return earned < 0 ? Math.max(0, seconds - before / -earned) : 0;
  }

  /** As a multiple of the limit. */
  double multiple(double rate) {
    return rate / perSecond;
  }
}
