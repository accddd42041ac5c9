package io.sluice.ramp;

/**
 * What a processor may act on without asking the store.
 *
 * @param size the pool size to divide by
 * @param sizeBefore the one that was in force before
 * @param sizeFromMillis the time of day from which {@code size} is in force if it is smaller
 * @param fromMillis the time of day from which it may grant
 * @param untilMillis the time of day from which it may not, as the others may count it as gone
 * @param storeFails whether the last attempt to reach the store failed
 */
record Agreement(
    PoolState state,
    int size,
    int sizeBefore,
    long sizeFromMillis,
    long fromMillis,
    long untilMillis,
    boolean storeFails) {

  /** Nothing is granted, until the state changes. */
  static Agreement closed(PoolState state, int size, boolean storeFails) {
    return new Agreement(
        state, size, size, Long.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, storeFails);
  }

  /** All agree on this size. */
  Agreement agreed(int newSize, long nowMillis, long from, long until) {
    return next(PoolState.AGREED, newSize, nowMillis, from, until);
  }

  /** Not all agree: the larger size is used meanwhile, and a new processor stays new. */
  Agreement disagreed(int target, long nowMillis, long until) {
    int larger = Math.max(size, target);
    return state == PoolState.JOINING
        ? closed(PoolState.JOINING, larger, false)
        : next(PoolState.DISAGREED, larger, nowMillis, fromMillis, until);
  }

  /**
   * A larger size is in force at once, a smaller one from the next second on: others may have used
   * up the larger shares of this one.
   */
  private Agreement next(PoolState newState, int newSize, long nowMillis, long from, long until) {
    return new Agreement(
        newState, newSize, sizeAt(nowMillis), startOfNextSecond(nowMillis), from, until, false);
  }

  static long startOfNextSecond(long millis) {
    return (Math.floorDiv(millis, 1000L) + 1) * 1000;
  }

  int sizeAt(long millis) {
    return millis < sizeFromMillis ? Math.max(size, sizeBefore) : size;
  }

  boolean grantsAt(long millis) {
    return millis >= fromMillis && millis < untilMillis;
  }

  boolean hasRunOutAt(long millis) {
    return state.isMember() && millis >= untilMillis;
  }

  /** What is left of it when the store has been gone for too long. */
  Agreement fallback(Fallback fallback) {
    return fallback == Fallback.CLOSED
        ? closed(PoolState.FALLBACK, size, true)
        : new Agreement(
            PoolState.FALLBACK, size, sizeBefore, sizeFromMillis, fromMillis, Long.MAX_VALUE, true);
  }

  /** The same with a store that fails; a clock that was set back does not make it last longer. */
  Agreement failing(long untilMillisAtMost) {
    long until = state.isMember() ? Math.min(untilMillis, untilMillisAtMost) : untilMillis;
    return new Agreement(state, size, sizeBefore, sizeFromMillis, fromMillis, until, true);
  }

  Agreement answering() {
    return new Agreement(state, size, sizeBefore, sizeFromMillis, fromMillis, untilMillis, false);
  }
}
