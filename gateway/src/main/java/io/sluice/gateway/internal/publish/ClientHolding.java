package io.sluice.gateway.internal.publish;

/** Whether a producer's client holds frames itself while it is throttled. */
enum ClientHolding {

  /** The client does not understand that it is throttled: its frames are held here. */
  NEVER,

  /** The client is told, but has not answered in time; no turn is kept for it. */
  UNPROVEN,

  /** The client has answered the last command in time, and is left to hold its frames. */
  PROVEN
}
