package io.sluice.ramp;

import java.time.Duration;

/**
 * What a group of processors shares: all of them should have the same.
 *
 * @param max the rate of the whole group, once ramped up, per second
 * @param min the rate it starts from, per second
 * @param rampUpDuration how long it takes from min to max
 * @param mode what makes the level rise and fall
 * @param resumedRampUp whether a processor that was shut down cleanly and is back within the ttl
 *     goes on from the level it had
 * @param ttl how long a processor may be silent before the others count it as gone
 * @param syncInterval how often a processor talks to the store
 * @param storeTimeout how long one answer of the store may take, but for the first: a process that
 *     has just started may need longer to connect
 * @param fallback what to do once the store has been gone for longer than the ttl
 * @param startWithoutStore whether a processor may start while the store is gone; it grants
 *     nothing before the store is there
 */
public record RampConfig(
    long max,
    long min,
    Duration rampUpDuration,
    RampMode mode,
    boolean resumedRampUp,
    Duration ttl,
    Duration syncInterval,
    Duration storeTimeout,
    Fallback fallback,
    boolean startWithoutStore) {

  /** The largest rate: above it a level could no longer be told from the next. */
  public static final long MOST = 1L << 40;

  public RampConfig {
    Checks.require(max >= 1 && max <= MOST, "max", "must be between 1 and 2^40, not " + max);
    Checks.require(min >= 1, "min", "must be at least 1, not " + min);
    Checks.require(min <= max, "min", "must not exceed max, which is " + max + ": " + min);
    Checks.duration("rampUpDuration", rampUpDuration);
    Checks.duration("ttl", ttl);
    Checks.duration("syncInterval", syncInterval);
    Checks.duration("storeTimeout", storeTimeout);
    Checks.require(
        syncInterval.toMillis() >= 1,
        "syncInterval",
        "must be at least 1ms, not " + Checks.text(syncInterval));
    Checks.require(
        ttl.compareTo(syncInterval.multipliedBy(3)) >= 0,
        "ttl",
        "must be at least three times the syncInterval of " + Checks.text(syncInterval)
            + ", or live processors would count as gone: " + Checks.text(ttl));
    Checks.require(
        storeTimeout.multipliedBy(2).compareTo(ttl) <= 0,
        "storeTimeout",
        "must be at most half the ttl of " + Checks.text(ttl) + ": " + Checks.text(storeTimeout));
  }

  /** Everything but the rate as it is by default. */
  public static Builder builder(long max) {
    return new Builder(max);
  }

  /** Collects what differs from the defaults. */
  public static final class Builder {

    private static final Duration LONGEST_DEFAULT_TIMEOUT = Duration.ofSeconds(2);

    private final long max;
    private long min = 1;
    private Duration rampUpDuration = Duration.ofSeconds(1);
    private RampMode mode = RampMode.relaxed();
    private boolean resumedRampUp;
    private Duration ttl = Duration.ofMinutes(3);
    private Duration syncInterval = Duration.ofMillis(100);
    private Duration storeTimeout = Duration.ZERO;
    private Fallback fallback = Fallback.HOLD;
    private boolean startWithoutStore;

    private Builder(long max) {
      this.max = max;
    }

    /** By default 1. */
    public Builder min(long perSecond) {
      min = perSecond;
      return this;
    }

    /** By default 1 s. */
    public Builder rampUpDuration(Duration duration) {
      rampUpDuration = duration;
      return this;
    }

    /** By default {@link RampMode#relaxed()}. */
    public Builder mode(RampMode rampMode) {
      mode = rampMode;
      return this;
    }

    /** By default off. */
    public Builder resumedRampUp(boolean on) {
      resumedRampUp = on;
      return this;
    }

    /** By default three minutes. */
    public Builder ttl(Duration duration) {
      ttl = duration;
      return this;
    }

    /** By default 100 ms. */
    public Builder syncInterval(Duration duration) {
      syncInterval = duration;
      return this;
    }

    /** By default 2 s, or about a third of the ttl if that is shorter. */
    public Builder storeTimeout(Duration duration) {
      storeTimeout = Checks.duration("storeTimeout", duration);
      return this;
    }

    /** By default {@link Fallback#HOLD}. */
    public Builder fallback(Fallback whenStoreIsGone) {
      fallback = whenStoreIsGone;
      return this;
    }

    /** By default off: without a store, starting fails. */
    public Builder startWithoutStore(boolean on) {
      startWithoutStore = on;
      return this;
    }

    /**
     * The configuration, checked.
     *
     * @throws InvalidRampConfigException which names the setting at fault
     */
    public RampConfig build() {
      return new RampConfig(
          max,
          min,
          rampUpDuration,
          mode,
          resumedRampUp,
          ttl,
          syncInterval,
          storeTimeout.isZero() ? defaultTimeout() : storeTimeout,
          fallback,
          startWithoutStore);
    }

    private Duration defaultTimeout() {
      Duration third = Duration.ofMillis(1 + Checks.duration("ttl", ttl).toMillis() / 3);
      return third.compareTo(LONGEST_DEFAULT_TIMEOUT) < 0 ? third : LONGEST_DEFAULT_TIMEOUT;
    }
  }
}
