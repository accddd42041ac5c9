package io.sluice.gateway.internal.publish;

/** Whether a producer's client holds frames itself while it is throttled. */
enum ClientHolding {

  /** The client is not aware: its frames are held here. */
  NEVER,

  /** The client is notified. No receipt has come in time yet, or the last one was missing; no turn is kept for it. */
  UNPROVEN,

  /** The last receipt came in time: the client is left to hold its frames, and turns are kept for it. */
  PROVEN
}
