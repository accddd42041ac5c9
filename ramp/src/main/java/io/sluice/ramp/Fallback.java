package io.sluice.ramp;

/** What a processor does once the store has been gone for longer than the ttl. */
public enum Fallback {
  /** Goes on with the pool size it knew. If others were dropped or joined, the sum may be wrong. */
  HOLD,
  /** Goes on with the pool size it knew, at the lowest level; ramps up again afterwards. */
  MIN,
  /** Grants nothing. */
  CLOSED
}
