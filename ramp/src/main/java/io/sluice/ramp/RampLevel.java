package io.sluice.ramp;

import java.time.Duration;

/**
 * A ramp's level for callers that count what is used themselves. It moves by the rules of {@link RampMode},
 * where a second in which something was used is one in which a caller asked. Not thread-safe.
 *
 * <p>A ramp throttle looks back when a caller asks; here the level of the next second is set when a second
 * is over, and it is the one that a throttle would have if a caller asked in that next second.
 */
public final class RampLevel {

  private static final long SHARE = 1_000_000;

  private final RampMode mode;
  private final Ramp ramp;

  /** The whole seconds since something was used. */
  private long pauseSeconds;

  /** The level in the last second in which something was used. */
  private double levelBeforePause;

  /** Starts from min. */
  public RampLevel(long min, long max, Duration rampUpDuration, RampMode mode) {
    this.mode = mode;
    this.ramp = new Ramp(min, max, rampUpDuration, mode, min);
    this.levelBeforePause = min;
  }

  /** How far up it is, per second. */
  public double level() {
    return ramp.level();
  }

  /**
   * Goes on from another level, or from the nearest that is allowed. For how long nothing has been used is
   * still known.
   */
  public void resumeAt(double level) {
    ramp.resumeAt(level);
    if (pauseSeconds == 0) {
      levelBeforePause = ramp.level();
    }
  }

  /**
   * Moves on when a second is over.
   *
   * @param seconds how many are over, at least 1
   * @param used how much of the level was used in that time, from 0 to 1
   */
  public void advance(long seconds, double used) {
    if (mode instanceof RampMode.Scheduled) {
      ramp.refill(seconds, SHARE, 0);
    } else if (used > 0) {
      pauseSeconds = 0;
      levelBeforePause = ramp.level();
      ramp.refill(1, SHARE, SHARE - Math.round(SHARE * Math.min(1, used)));
    } else if (mode instanceof RampMode.GoBackN goBackN) {
      pauseSeconds += seconds;
      // Past the cool-down it falls from where it was when the pause began.
      if (pauseSeconds >= goBackN.coolDownPeriod().toSeconds()) {
        ramp.resumeAt(levelBeforePause);
        ramp.refill(pauseSeconds + 1, SHARE, SHARE);
      }
    }
  }
}
