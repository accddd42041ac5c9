package io.sluice.quota;

/**
 * How much longer a node's report took to arrive than the fastest of its latest reports. The clocks of the two
 * nodes need not agree: a constant difference between them cancels out. Only the latest {@link #PERIOD} to
 * twice as many reports are compared, so clocks that drift apart slowly do not matter.
 */
final class Delays {

  private static final int PERIOD = 64;

  private long least = Long.MAX_VALUE;
  private long leastBefore = Long.MAX_VALUE;
  private int count;

  /**
   * Adds a report.
   *
   * @param apart this node's clock when the report arrived, minus the sender's clock when it was sent
   * @return how much longer the report took than the fastest one
   */
  long add(long apart) {
    if (++count == PERIOD) {
      count = 0;
      leastBefore = least;
      least = Long.MAX_VALUE;
    }
    least = Math.min(least, apart);
    return apart - Math.min(least, leastBefore);
  }
}
