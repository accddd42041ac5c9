package io.sluice.admin.history;

/**
 * A token bucket of a limit, through which the recorded rates of a topic are replayed step by step.
 *
 * <p>The rate is constant within a step, so the tokens rise or fall linearly. The bucket begins full, and holds
 * the tokens of one second. A message that finds no tokens is not dropped: it waits, and the tokens go below zero.
 * While they are below zero, every message waits.
 *
 * <p>Real clients that are throttled may send less, or later. So a limit may throttle for less time than the
 * replay says.
 */
final class Replay {

  private final double perSecond;
  private double tokens;

  /** @param perSecond the rate of the limit; 0 or less for no limit */
  Replay(long perSecond) {
    this.perSecond = perSecond <= 0 ? Double.POSITIVE_INFINITY : perSecond;
    this.tokens = this.perSecond;
  }

  /** Replays a step; returns for how many of its seconds messages would have had to wait. */
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

  /** The rate as a multiple of the limit. */
  double multiple(double rate) {
    return rate / perSecond;
  }
}
