package io.sluice.client;

/** When a send timeout is a matter of throttling. All times are in nanoseconds. */
final class TimeoutRule {

  private TimeoutRule() {}

  /** Whether a message that is sent now must time out before the pause is over; no timeout is 0. */
  static boolean isHopeless(long sendTimeout, long remainingPause) {
    return sendTimeout > 0 && sendTimeout < remainingPause;
  }

  /** Whether a message that has timed out was throttled for more than 80 % of its time. */
  static boolean isThrottlingsFault(long sendTimeout, long throttled) {
    // In whole numbers, as exactly 80 % are not more than 80 %, and without a product that could
    // overflow.
    return throttled > sendTimeout + Math.floorDiv(-sendTimeout, 5);
  }
}
