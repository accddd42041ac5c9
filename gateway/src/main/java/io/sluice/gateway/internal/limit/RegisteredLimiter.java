package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;

/**
 * A limiter of a {@link LimiterRegistry}, used by producers or consumers.
 *
 * @param <K> what the limit is for
 */
public abstract class RegisteredLimiter<K> extends PolicyLimiter {

  private final K key;

  /** How many producers or consumers use the limiter; guarded by the registry. */
  private int users;

  RegisteredLimiter(K key, LimitRates rates, NanoClock clock, WakeUpTimer timer) {
    super(rates, clock, timer);
    this.key = key;
  }

  final K key() {
    return key;
  }

  /** Sets the rates that the latest policies say. */
  abstract void applyPolicy();

  final void acquired() {
    users++;
  }

  final void released() {
    users--;
  }

  final boolean isUsed() {
    return users > 0;
  }

  /** Whether the limiter has anything to remember, or to show in metrics. */
  final boolean hasCounted() {
    return isLimited() || counts().admitted() > 0;
  }
}
