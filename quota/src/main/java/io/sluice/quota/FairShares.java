package io.sluice.quota;

/**
 * The max-min fair division of a quota. A node that needs less than an even part gets what it needs, and some
 * room to grow; the nodes that want more get even parts of the rest. The shares add up to the quota at most.
 *
 * <p>How much a throttled node wants is not known. It is assumed to want twice what it uses. So a node that wants
 * little more than it has does not get an even part at the expense of the others.
 */
public final class FairShares {

  /**
   * Nodes that get less than they want give up at most this part of their share, as room for the others. Together with
   * what is lost because reports are not exact, twice as much would come near the 5 % by which a share may be off.
   */
  private static final double MOST_ROOM = 0.01;

  /** A node that wants more is assumed to want so many times what it uses... */
  private static final double MORE = 2;

  /** ...and this part of an even part at least. */
  private static final double LEAST_CLAIM = 0.1;

  /** No node needs more room than this part of what it uses, if others could use it... */
  private static final double ROOM_TO_GROW = 0.1;

  /** ...or this part of an even part. */
  private static final double LEAST_ROOM = 0.01;

  private FairShares() {}

  /**
   * Divides a quota.
   *
   * @param quota what there is
   * @param uses what each node uses; is changed to what each node is assumed to want
   * @param wantsMore whether each node was throttled, and so would use more
   * @param count how many nodes there are, at least 1
   * @param shares is filled with the answer
   */
  public static void divide(
      double quota, double[] uses, boolean[] wantsMore, int count, double[] shares) {
    for (int i = 0; i < count; i++) {
      if (wantsMore[i]) {
        uses[i] = Math.max(MORE * uses[i], LEAST_CLAIM * quota / count);
      }
    }
    double level = level(quota, uses, count);
    double given = 0;
    int above = 0;
    for (int i = 0; i < count; i++) {
      shares[i] = Math.min(uses[i], level);
      given += shares[i];
      above += uses[i] > level ? 1 : 0;
    }
    if (above == 0) {
      spread(Math.max(0, quota - given), count, shares);
    } else if (above < count) {
      makeRoom(quota, level, above, uses, wantsMore, count, shares);
    }
  }

  /** Nodes that want less than this level get what they want; each of the others gets this level. */
  private static double level(double quota, double[] claims, int count) {
    double level = 0;
    double rest = quota;
    int left = count;
    boolean changed = true;
    // A node that wants less than an even part of the rest leaves more to the others, until no such
    // node is left.
    while (changed && left > 0) {
      level = rest / left;
      rest = quota;
      int above = 0;
      for (int i = 0; i < count; i++) {
        if (claims[i] <= level) {
          rest -= claims[i];
        } else {
          above++;
        }
      }
      changed = above < left; // only by rounding can it be more, and then the loop would not end
      left = above;
    }
    return Math.max(0, level);
  }

  private static void spread(double rest, int count, double[] shares) {
    for (int i = 0; i < count; i++) {
      shares[i] += rest / count;
    }
  }

  /**
   * Takes a little from the nodes that get less than they want and gives it to the nodes that do not want more.
   * Each of these gets the same room, if it needs that much, as small rates fluctuate relatively more than large ones.
   */
  private static void makeRoom(
      double quota,
      double level,
      int above,
      double[] claims,
      boolean[] wantsMore,
      int count,
      double[] shares) {
    double each = level * above * MOST_ROOM / (count - above);
    double given = 0;
    for (int i = 0; i < count; i++) {
      if (claims[i] <= level && !wantsMore[i]) {
        double enough = Math.max(claims[i] * ROOM_TO_GROW, LEAST_ROOM * quota / count);
        double room = Math.min(each, enough);
        shares[i] += room;
        given += room;
      }
    }
    for (int i = 0; i < count; i++) {
      shares[i] -= claims[i] > level ? given / above : 0;
    }
  }
}
