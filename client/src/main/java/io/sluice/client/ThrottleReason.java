package io.sluice.client;

/** Why a producer is throttled. */
public enum ThrottleReason {

  /** Its topic is over its publish limit. */
  TOPIC_QUOTA,

  /** The resource group that its topic belongs to is over its quota. */
  RESOURCE_GROUP_QUOTA,

  /** The broker that serves its topic is sent as much as it may be. */
  BROKER_QUOTA,

  /** Too much of what its connection has published is not answered yet. */
  CONNECTION_PENDING,

  /** Too much of what all connections of the node have published is under way. */
  PUBLISH_BUFFER,

  /** The node publishes as fast as it may. */
  NODE_RATE,

  /** Something that only a later version knows. */
  UNKNOWN
}
