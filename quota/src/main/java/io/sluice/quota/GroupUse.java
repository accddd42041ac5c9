package io.sluice.quota;

/**
 * What a node uses of a group.
 *
 * @param group the {@link GroupId} of the group's name
 * @param rates what the node uses per second, see {@link CompactRates}
 * @param wantsMore a bit for each {@link QuotaDimension} of which the node would use more if its share were
 *     larger
 */
public record GroupUse(long group, long rates, int wantsMore) {

  /** The value of {@link #wantsMore} in a question: the other nodes are to report what they use. */
  private static final int QUESTION = 1 << QuotaDimension.ALL.length;

  /** Asks the other nodes what they use of a group. */
  static GroupUse question(long group) {
    return new GroupUse(group, 0, QUESTION);
  }

  boolean isQuestion() {
    return wantsMore == QUESTION;
  }

  /** Whether the node would use more of this dimension if its share were larger. */
  public boolean wantsMore(QuotaDimension dimension) {
    return (wantsMore & bit(dimension)) != 0;
  }

  static int bit(QuotaDimension dimension) {
    return 1 << dimension.index;
  }
}
