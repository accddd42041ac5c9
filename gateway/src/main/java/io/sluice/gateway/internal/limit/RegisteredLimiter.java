package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.quota.LimitTraffic;
import io.sluice.quota.QuotaUnit;

/**
 * A limiter of a {@link LimiterRegistry}, used by producers or consumers. Where they come through several nodes, each
 * node's limiter has a share of the limit ({@link NodeShares}).
 *
 * @param <K> what the limit is for
 */
public abstract class RegisteredLimiter<K> extends PolicyLimiter implements LimitTraffic {

  private final K key;

  /** How many producers or consumers use the limiter; written by the registry under its lock. */
  private volatile int users;

  private volatile boolean wasEverOpen;
  private volatile LimitRates whole;
  private volatile double shareOfMessages = 1;
  private volatile double shareOfBytes = 1;

  /** The smallest share since listeners were last told. They are told again past twice this. */
  private double announcedShare = 1;

  RegisteredLimiter(K key, LimitRates rates, NanoClock clock, WakeUpTimer timer) {
    super(rates, clock, timer);
    this.key = key;
    this.whole = rates;
  }

  /** What the limit is for. */
  public final K key() {
    return key;
  }

  /** Names the limit, the same on all nodes. */
  abstract String nameForNodes();

  /** Sets the rates that the latest policies say. */
  abstract void applyPolicy();

  /** What this node may do, if it has such shares of the limit. */
  abstract LimitRates ratesOf(double messages, double bytes);

  /** Sets the rates that follow from the policy and from this node's share. */
  final synchronized void applyRates() {
    whole = ratesOf(1, 1);
    LimitRates now = ratesOf(shareOfMessages, shareOfBytes);
    if (!now.equals(rates())) {
      setRates(now);
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // the registry has a lock
  final void acquired() {
    users++;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // the registry has a lock
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

  /**
   * Where other nodes use the limit, too, it is enough that no debt is left: who comes back begins without a burst. A small
   * part of a small limit would take days to fill its burst.
   */
  @Override
  final boolean isRested() {
    return Math.min(shareOfMessages, shareOfBytes) < 1 ? isPaid() : super.isRested();
  }

  @Override
  public final boolean isOpen() {
    return isLimited() && !isForgotten();
  }

  /** Whether other nodes may have been told of the limit. */
  final boolean wasEverOpen() {
    wasEverOpen |= isOpen();
    return wasEverOpen;
  }

  @Override
  public final double limit(QuotaUnit unit) {
    return LimitRates.perSecond(unit == QuotaUnit.MESSAGES ? whole.messages() : whole.bytes());
  }

  @Override
  public final long count(QuotaUnit unit) {
    return unit == QuotaUnit.MESSAGES ? counts().admitted() : admittedBytes();
  }

  @Override
  public final long anyThrottledNanos() {
    return throttledTime().nanos();
  }

  @Override
  public final long allThrottledNanos() {
    return throttledTime().sumNanos();
  }

  @Override
  public final int users() {
    return users;
  }

  /** Which part of the limit this node may use, from 0 to 1. */
  public final double share(QuotaUnit unit) {
    return unit == QuotaUnit.MESSAGES ? shareOfMessages : shareOfBytes;
  }

  @Override
  public final synchronized void setShare(double messages, double bytes) {
    shareOfMessages = messages;
    shareOfBytes = bytes;
    applyRates();
    double share = Math.min(messages, bytes);
    boolean isToAnnounce = share > 2 * announcedShare;
    announcedShare = isToAnnounce ? share : Math.min(share, announcedShare);
    if (isToAnnounce) {
      listeners().changed();
    }
  }

  @Override
  public final void empty() {
    dropSavings();
  }

  @Override
  public final void fill() {
    saveUp();
  }
}
