package io.sluice.gateway.internal.home;

/**
 * Rendezvous hashing: every node has a weight for every topic, and the node of the highest weight is chosen. So a node that
 * goes leaves all topics where they are but its own, and one that comes takes only those that are its own.
 *
 * <p>All nodes have to come to the same weights: a version that changes a function here moves every topic while old and new
 * nodes run side by side.
 */
final class Rendezvous {

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private Rendezvous() {}

  /** The hash of a node's address or of a topic's name. */
  static long hash(String text) {
    long hash = FNV_OFFSET; // FNV-1a, which spreads short texts badly: hence the mixing
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return mixed(hash);
  }

  /** Where the highest weight is; -1 if there are no nodes. */
  static int choose(long[] nodes, long topic) {
    int best = -1;
    long highest = Long.MIN_VALUE;
    for (int i = 0; i < nodes.length; i++) {
      long weight = mixed(nodes[i] ^ topic);
      if (best < 0 || weight > highest) {
        best = i;
        highest = weight;
      }
    }
    return best;
  }

  /** The finalizer of SplitMix64: each bit of the answer depends on each bit of the question. */
  private static long mixed(long bits) {
    long z = bits;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
