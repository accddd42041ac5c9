package io.sluice.gateway.internal.publish;

import io.sluice.gateway.internal.limit.PolicyLimiter;

/** Follows what happens to one producer. It never decides; stock clients have {@link #NONE}. */
interface ThrottleObserver {

  /** For producers of stock clients. */
  ThrottleObserver NONE = new ThrottleObserver() {};

  /** One more limit holds for the producer. */
  default void limitAdded(PolicyLimiter limit) {}

  /** A limit holds for the producer no more. */
  default void limitRemoved(PolicyLimiter limit) {}

  /** Other limits hold than before, and the producer is not throttled. */
  default void limitsChanged() {}

  /** The producer is in the queue of a limit, for a turn of this size. */
  default void waits(PolicyLimiter limit, long messages, long bytes) {}

  /** A frame of the producer is held. */
  default void held(long nowNanos) {}

  /** The producer's turn has come, and nothing of it is held. */
  default void turnCame() {}

  /** The producer is closed. */
  default void closed() {}
}
