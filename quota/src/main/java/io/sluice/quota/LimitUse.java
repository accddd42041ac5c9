package io.sluice.quota;

/**
 * What a node tells the others of its part in a limit.
 *
 * @param limit the {@link GroupId} of the limit's name
 * @param kind what it says
 * @param share what the node may use, see {@link LimitParts}
 * @param need what it uses or, if it wants a little more, that, see {@link LimitParts}
 * @param wantsMore a bit for each unit of which its producers or consumers want more, as they wait most of the time
 * @param weight how many of them wait or, if they do not, how many there are, in eighths; 0 if the node has not measured
 *     what it needs yet
 */
public record LimitUse(long limit, Kind kind, long share, long need, int wantsMore, int weight) {

  /** The heaviest weight that is told. */
  public static final int MOST_WEIGHT = 0xFFFF;

  static final int WEIGHT_UNIT = 8;

  /** What a node says. */
  public enum Kind {
    /** The node uses the limit from now on, and asks who leads. */
    CLAIM,
    /** The node follows a leader, and uses this. */
    USE,
    /** The node leads. */
    LEAD,
    /** The node does not use the limit any more. */
    GONE
  }

  /** What needs only a share. */
  static LimitUse of(long limit, Kind kind, long share) {
    return new LimitUse(limit, kind, share, LimitParts.NOTHING, 0, 0);
  }

  /** The bit of a unit in {@link #wantsMore}. */
  static int bit(QuotaUnit unit) {
    return unit == QuotaUnit.MESSAGES ? 1 : 2;
  }

  /** Whether it says what the node needs. */
  boolean isMeasured() {
    return weight > 0;
  }

  boolean wantsMore(QuotaUnit unit) {
    return (wantsMore & bit(unit)) != 0;
  }

  /** Whether the node wants more, and needs more than it said before. */
  boolean needsMoreThan(LimitUse before) {
    for (QuotaUnit unit : QuotaUnit.values()) {
      if (wantsMore(unit) && LimitParts.in(need, unit) > LimitParts.in(before.need, unit)) {
        return true;
      }
    }
    return false;
  }
}
