package io.sluice.gateway.internal.limit;

import io.sluice.policy.DispatchLimit;
import io.sluice.policy.PublishLimit;
import io.sluice.quota.QuotaUnit;
import java.time.Duration;

/**
 * What a policy allows, whether it is about publishing or dispatch. As in Pulsar, 0 and -1 stand for no limit.
 *
 * @param messages per second
 * @param bytes per second
 * @param burst how much may be saved up, as the time in which it is earned
 * @param enforce false to only count what the limit would have done
 */
public record PolicyRates(long messages, long bytes, Duration burst, boolean enforce) {

  static PolicyRates of(PublishLimit limit) {
    return new PolicyRates(limit.messages(), limit.bytes(), limit.burst(), limit.enforce());
  }

  /** Rates per second, rounded down. */
  static PolicyRates of(DispatchLimit limit) {
    int seconds = limit.periodSeconds();
    return new PolicyRates(
        perSecond(limit.messages(), seconds),
        perSecond(limit.bytes(), seconds),
        Duration.ofSeconds(seconds),
        true);
  }

  /** Enforced rates with a burst of one second. */
  static PolicyRates perSecond(long messages, long bytes) {
    return of(PublishLimit.of(messages, bytes));
  }

  private static long perSecond(long perPeriod, int seconds) {
    return perPeriod <= 0 ? 0 : Math.max(1, perPeriod / seconds);
  }

  /** The same as a limit on publishing, for the views of producers. */
  public PublishLimit toPublishLimit() {
    return new PublishLimit(messages, bytes, burst, enforce);
  }

  long in(QuotaUnit unit) {
    return unit == QuotaUnit.MESSAGES ? messages : bytes;
  }

  public boolean isNone() {
    return messages <= 0 && bytes <= 0;
  }
}
