package io.sluice.quota;

/** What a limit has to know of the nodes that there are. */
interface LimitNodes {

  /** How many there may be, this node included. */
  int count();

  /** What a node may use of a limit of which it does not know yet who else uses it, see {@link LimitParts}. */
  long share();

  /** How long a node that asks who leads a limit waits for an answer. */
  long answerNanos();

  /** How often a node asks before it takes it that none leads: more often while reports are lost. */
  int claims();

  /** When a node asks again that has asked so often. */
  long claimAgainNanos(int claims);

  /**
   * When the node was last heard that was not heard for longest: one that was not heard since a question may not have
   * received it.
   */
  long allHeardNanos();

  /** Whether the node of this number has a smaller id than this node. */
  boolean isBefore(int node);

  /** The id of a node. */
  String id(int node);

  /** The id of this node. */
  String ownId();

  /** The number of a node in grants. */
  int address(int node);

  /** The number of this node in grants. */
  int ownAddress();
}
