package io.sluice.ramp;

/** Where a processor stands with its group. */
public enum PoolState {
  /** It is new, or was away for longer than the ttl: it grants nothing until all agree on it. */
  JOINING,
  /** All live processors use the same pool size. */
  AGREED,
  /** A processor has come or gone; until all agree it uses the larger size. */
  DISAGREED,
  /** The store has been gone for longer than the ttl: the configured {@link Fallback} holds. */
  FALLBACK,
  /** Another process has registered under the same name; this one grants nothing meanwhile. */
  SUPERSEDED,
  /** The throttle was closed. */
  CLOSED;

  boolean isMember() {
    return this == AGREED || this == DISAGREED;
  }
}
