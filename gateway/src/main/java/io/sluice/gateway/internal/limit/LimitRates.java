package io.sluice.gateway.internal.limit;

import io.sluice.core.Rate;
import io.sluice.core.TokenBucket;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.PublishLimit;
import java.time.Duration;

/** The rates and bursts of a limiter's two token buckets, and whether they are enforced. */
public record LimitRates(
    Rate messages, long messageBurst, Rate bytes, long byteBurst, boolean enforce) {

  /** Nothing is limited. */
  static final LimitRates NONE = of(PublishLimit.NONE);

  private static final long SECOND_NANOS = 1_000_000_000;

  /** Rates below are per thousand seconds, which is as exact as is needed and keeps fine grains... */
  private static final double LEAST_PER_SECOND = 1_000_000;

  private static final long MANY_SECONDS = 1000;

  /** ...and these per a million seconds: a third of one per minute is to be that. */
  private static final double LEAST_PER_MANY_SECONDS = 1000;

  private static final long VERY_MANY_SECONDS = 1_000_000;

  static LimitRates of(PublishLimit limit) {
    return new LimitRates(
        limit.messageRate(),
        limit.messageBurst(),
        limit.byteRate(),
        limit.byteBurst(),
        limit.enforce());
  }

  /** The same with a part of the rates, and so of the bursts, which are saved up in the same time. */
  static LimitRates of(PublishLimit limit, double factor) {
    if (factor == 1) {
      return of(limit);
    }
    LimitRates part =
        perSecond(part(limit.messages(), factor), part(limit.bytes(), factor), limit.burst());
    return new LimitRates(
        part.messages, part.messageBurst, part.bytes, part.byteBurst, limit.enforce());
  }

  /**
   * The same with parts of the rates and bursts. Bursts are of one at least.
   *
   * @param ofMessages from 0 to 1
   * @param ofBytes from 0 to 1
   */
  LimitRates part(double ofMessages, double ofBytes) {
    return ofMessages == 1 && ofBytes == 1
        ? this
        : new LimitRates(
            part(messages, ofMessages),
            part(messageBurst, ofMessages, messages),
            part(bytes, ofBytes),
            part(byteBurst, ofBytes, bytes),
            enforce);
  }

  /** The same with so much more per second, and a burst of so long. */
  LimitRates plus(double moreMessages, double moreBytes, Duration burst) {
    return perSecond(perSecond(messages) + moreMessages, perSecond(bytes) + moreBytes, burst);
  }

  private static Rate part(Rate rate, double part) {
    return part == 1 || rate.isUnlimited() ? rate : rate(perSecond(rate) * part);
  }

  private static long part(long burst, double part, Rate rate) {
    return part == 1 || rate.isUnlimited() ? burst : Math.max(1, (long) (burst * part));
  }

  /** How much per second; infinite if there is no limit. */
  static double perSecond(Rate rate) {
    return rate.isUnlimited()
        ? Double.POSITIVE_INFINITY
        : (double) rate.tokens() * SECOND_NANOS / rate.periodNanos();
  }

  private static double part(long perSecond, double factor) {
    return perSecond <= 0 ? Double.POSITIVE_INFINITY : perSecond * factor;
  }

  /**
   * As Pulsar has it: what may be dispatched in a period can be saved up for as long as that, and where
   * it is relative, what was published comes on top.
   *
   * @param publishedMessages per second
   * @param publishedBytes per second
   */
  static LimitRates of(DispatchLimit limit, double publishedMessages, double publishedBytes) {
    int seconds = limit.periodSeconds();
    double base = limit.relativeToPublishRate() ? seconds : 0;
    Rate messageRate = rate(limit.messages(), publishedMessages * base, seconds);
    Rate byteRate = rate(limit.bytes(), publishedBytes * base, seconds);
    Duration burst = Duration.ofSeconds(seconds);
    return new LimitRates(
        messageRate, burst(messageRate, burst), byteRate, burst(byteRate, burst), true);
  }

  private static Rate rate(long perPeriod, double more, int seconds) {
    if (perPeriod <= 0) {
      return Rate.UNLIMITED;
    }
    long added = Math.min((long) more, Long.MAX_VALUE - perPeriod);
    return new Rate(perPeriod + added, seconds * SECOND_NANOS);
  }

  /** Enforced; what is infinite is not limited. Bursts are of one at least. */
  static LimitRates perSecond(double messages, double bytes, Duration burst) {
    Rate messageRate = rate(messages);
    Rate byteRate = rate(bytes);
    return new LimitRates(
        messageRate, burst(messageRate, burst), byteRate, burst(byteRate, burst), true);
  }

  /** Rounded down, as shares must not add up to more than there is; 1 in a million seconds at least. */
  private static Rate rate(double perSecond) {
    if (perSecond == Double.POSITIVE_INFINITY) {
      return Rate.UNLIMITED;
    }
    if (perSecond >= LEAST_PER_SECOND) {
      return Rate.perSecond((long) perSecond);
    }
    long seconds = perSecond >= LEAST_PER_MANY_SECONDS ? MANY_SECONDS : VERY_MANY_SECONDS;
    return new Rate(Math.max(1, (long) (perSecond * seconds)), seconds * SECOND_NANOS);
  }

  private static long burst(Rate rate, Duration burst) {
    return Math.min(TokenBucket.MAX_TOKENS, rate.tokensIn(burst.toNanos()));
  }

  boolean isNone() {
    return messages.isUnlimited() && bytes.isUnlimited();
  }
}
