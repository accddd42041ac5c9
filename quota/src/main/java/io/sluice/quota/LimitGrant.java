package io.sluice.quota;

/**
 * What the leader of a limit lets another node use.
 *
 * @param limit the {@link GroupId} of the limit's name
 * @param node the number that follows from the other node's id
 * @param share what it may use from now on, see {@link LimitParts}
 * @param contended whether a node wants more than it may use, so that the leader has to know exactly what each uses
 */
public record LimitGrant(long limit, int node, long share, boolean contended) {

  /** The number of a node. */
  static int numberOf(String node) {
    return (int) GroupId.of(node);
  }
}
