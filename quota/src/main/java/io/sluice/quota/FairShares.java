package io.sluice.quota;

/**
 * The max-min fair division of a quota. A node that needs less than an even part has what it needs, and some
 * room to grow; the nodes that want more have even parts of the rest. The shares add up to the quota at most.
 *
 * <p>How much a node wants that was held back is not known. It is taken to want a few times what it uses, so
 * that a node that wants little more than it has does not take an even part from the others until that
 * turns out.
 */
public final class FairShares {

  /** Nodes that are held back give up so much of their part at most, as room for the others. */
  private static final double MOST_ROOM = 0.02;

  /** A node that was held back is taken to want so many times what it uses... */
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
   * @param uses what each node uses; is changed to what each is taken to want
   * @param held whether each node was held back, and so would use more
   * @param count how many there are, at least 1
   * @param shares is filled with the answer
   */
  public static void divide(
      double quota, double[] uses, boolean[] held, int count, double[] shares) {
    for (int i = 0; i < count; i++) {
      if (held[i]) {
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
      makeRoom(quota, level, above, uses, held, count, shares);
    }
  }

  /** Up to where every node gets what it wants: the part of each node that wants more. */
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
      changed = above < left; // more there are by rounding only, and that would never end
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
   * Nodes that have less than they want give a little of it to those that were not held back: the same to
   * each, as a rate that fluctuates by a few messages fluctuates more the smaller it is.
   */
  private static void makeRoom(
      double quota,
      double level,
      int above,
      double[] claims,
      boolean[] held,
      int count,
      double[] shares) {
    double each = level * above * MOST_ROOM / (count - above);
    double given = 0;
    for (int i = 0; i < count; i++) {
      if (claims[i] <= level && !held[i]) {
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
