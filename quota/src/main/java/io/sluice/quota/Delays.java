package io.sluice.quota;

/**
 * For how long a node's reports are under way, if its clock and this one's have nothing to do with each
 * other: so much longer than the quickest of the latest reports. Clocks that drift apart do no harm, as
 * reports that are long past do not count.
 */
final class Delays {

  private static final int PERIOD = 64;

  private long least = Long.MAX_VALUE;
  private long leastBefore = Long.MAX_VALUE;
  private int count;

  /** @param apart what this one's clock says at its arrival, less what the other's said when it was sent */
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
