package io.sluice.ramp;

/**
 * The tokens at hand: those of the current second, and the step to the next. The step is made under
 * a lock, once a second, so that threads that cross a boundary together refill once; taking tokens
 * is not.
 */
final class Tokens {

  private final RampConfig config;
  private volatile Second current;
  private Ramp ramp;
  private boolean started;

  Tokens(RampConfig config) {
    this.config = config;
    ramp = new Ramp(config, config.min());
    current = Second.empty(ramp.level());
  }

  /** The second that was last taken from, which may be over by now. */
  Second current() {
    return current;
  }

  /** Starts from a level other than min; of no effect once something was granted. */
  synchronized void resumeFrom(double level) {
    if (!started) {
      ramp = new Ramp(config, level);
      current = Second.empty(ramp.level());
    }
  }

  /**
   * The second to take from at this time. A clock that has gone back stays in the second it was in.
   *
   * @param atMin whether the level is to fall to min, instead of what the mode would do
   */
  synchronized Second at(long millis, int poolSize, boolean atMin) {
    long epoch = Math.floorDiv(millis, 1000L);
    Second last = current;
    if (!started) {
      started = true; // the starting level is served once before it moves
    } else if (epoch <= last.epoch) {
      return last;
    } else {
      int divisor = Math.max(last.size, poolSize);
      long unused = last.seal() / divisor;
      ramp.refill(epoch - last.epoch, (long) last.level / divisor, unused);
    }
    if (atMin) {
      ramp.fallToMin();
    }
    current = new Second(epoch, ramp.level(), ramp.tokens(), poolSize);
    return current;
  }
}
