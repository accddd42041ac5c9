package io.sluice.quota;

/**
 * What a node uses of a group.
 *
 * @param group which one, as {@link GroupId} says
 * @param rates what it uses per second, see {@link CompactRates}
 * @param held a bit for each {@link Use} that the node was held back in: it would use more
 */
public record GroupUse(long group, long rates, int held) {

  /** Whether the node would use more of this if it had a larger share. */
  public boolean isHeld(Use use) {
    return (held & bit(use)) != 0;
  }

  static int bit(Use use) {
    return 1 << use.index;
  }
}
