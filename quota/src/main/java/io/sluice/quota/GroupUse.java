package io.sluice.quota;

/**
 * What a node uses of a group.
 *
 * @param group which one, as {@link GroupId} says
 * @param rates what it uses per second, see {@link CompactRates}
 * @param held a bit for each {@link QuotaDimension} that the node was held back in: it would use more
 */
public record GroupUse(long group, long rates, int held) {

  /** Says nothing of use in {@link #held}: the others are to say what they use. */
  private static final int QUESTION = 1 << QuotaDimension.ALL.length;

  /** From a node that wants to know what the others use of a group. */
  static GroupUse question(long group) {
    return new GroupUse(group, 0, QUESTION);
  }

  boolean isQuestion() {
    return held == QUESTION;
  }

  /** Whether the node would use more of this if it had a larger share. */
  public boolean isHeld(QuotaDimension dimension) {
    return (held & bit(dimension)) != 0;
  }

  static int bit(QuotaDimension dimension) {
    return 1 << dimension.index;
  }
}
