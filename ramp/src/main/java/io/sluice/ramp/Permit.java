package io.sluice.ramp;

/**
 * Leave to send so many messages to the resource. <b>Say {@link #used} for those that were sent:</b>
 * closing a permit without it says that nothing was sent, and gives everything back.
 *
 * <p>What is not used goes back, for others in the same second; after that second it only tells the
 * ramp that less was used, and once the next one has begun to be used it changes nothing.
 *
 * <p>Any thread may call any method; the permit's own state is guarded by its lock, as a batch is
 * often acquired by one thread and finished by another.
 */
public final class Permit implements AutoCloseable {

  private final RampThrottle throttle;
  private final Second second;
  private final int poolSize;
  private final int granted;
  private int held;
  private boolean settled;

  Permit(RampThrottle throttle, Second second, int poolSize, int granted) {
    this.throttle = throttle;
    this.second = second;
    this.poolSize = poolSize;
    this.granted = granted;
    held = granted;
  }

  /** How many messages may be sent: 0 up to what was asked for. */
  public int granted() {
    return granted;
  }

  /**
   * Says how many were used, once; the rest goes back.
   *
   * @throws IllegalArgumentException if that is negative or more than this permit still holds
   * @throws IllegalStateException if it was said before, or the permit was closed
   */
  public synchronized void used(int n) {
    if (settled) {
      throw new IllegalStateException("this permit has been settled: nothing can go back twice");
    }
    requireHeld(n);
    settled = true;
    giveBack(held - n);
  }

  /**
   * Gives back messages that were dropped before they reached the resource, before or after {@link
   * #used} counted them.
   *
   * @throws IllegalArgumentException if that is negative or more than this permit still holds
   */
  public synchronized void dropped(int n) {
    requireHeld(n);
    giveBack(n);
  }

  /** Gives back everything, unless {@link #used} was called. Closing twice is allowed. */
  @Override
  public synchronized void close() {
    if (!settled) {
      settled = true;
      giveBack(held);
    }
  }

  @Override
  public synchronized String toString() {
    return "Permit[granted=" + granted + ", held=" + held + (settled ? ", settled]" : "]");
  }

  private void giveBack(int n) {
    held -= n;
    if (n > 0) {
      throttle.giveBack(second, n, poolSize);
    }
  }

  private void requireHeld(int n) {
    if (n < 0 || n > held) {
      throw new IllegalArgumentException(
          "this permit holds " + held + " of " + granted + " granted, so not " + n);
    }
  }
}
