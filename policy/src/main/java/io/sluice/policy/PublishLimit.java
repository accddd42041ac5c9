package io.sluice.policy;

import io.sluice.core.Rate;
import io.sluice.core.TokenBucket;
import java.time.Duration;

/**
 * What may be published to a topic. As in Pulsar, 0 and -1 stand for no limit.
 *
 * @param messages per second
 * @param bytes per second, as Pulsar counts them
 * @param burst how much may be saved up while less is published, as the time in which it is earned
 * @param enforce false to only count what the limit would have done
 */
public record PublishLimit(long messages, @InBytes long bytes, Duration burst, boolean enforce) {

  private static final Duration SHORTEST_BURST = Duration.ofMillis(1);
  private static final Duration LONGEST_BURST = Duration.ofHours(1);

  /** One second's worth, as in Pulsar. */
  public static final Duration DEFAULT_BURST = Duration.ofSeconds(1);

  /** No limit at all. */
  public static final PublishLimit NONE = new PublishLimit(0, 0, DEFAULT_BURST, true);

  /**
   * @throws IllegalArgumentException if a rate is below -1, or the burst not within a millisecond and
   *     an hour
   */
  public PublishLimit {
    requireRate("messages", messages);
    requireRate("bytes", bytes);
    if (burst.compareTo(SHORTEST_BURST) < 0 || burst.compareTo(LONGEST_BURST) > 0) {
      throw new IllegalArgumentException("burst must be from 1ms to 1h, not " + burst);
    }
  }

  /** An enforced limit with a burst of one second. */
  public static PublishLimit of(long messages, long bytes) {
    return new PublishLimit(messages, bytes, DEFAULT_BURST, true);
  }

  /** The same limit, which only counts what it would have done. */
  public PublishLimit inShadow() {
    return new PublishLimit(messages, bytes, burst, false);
  }

  /** The same limit with another burst. */
  public PublishLimit withBurst(Duration other) {
    return new PublishLimit(messages, bytes, other, enforce);
  }

  public boolean isNone() {
    return messages <= 0 && bytes <= 0;
  }

  public Rate messageRate() {
    return rate(messages);
  }

  public Rate byteRate() {
    return rate(bytes);
  }

  /** The burst in messages, at least 1. */
  public long messageBurst() {
    return burst(messageRate());
  }

  /** The burst in bytes, at least 1. */
  public long byteBurst() {
    return burst(byteRate());
  }

  private static Rate rate(long perSecond) {
    return perSecond <= 0 ? Rate.UNLIMITED : Rate.perSecond(perSecond);
  }

  private long burst(Rate rate) {
    return Math.min(TokenBucket.MAX_TOKENS, rate.tokensIn(burst.toNanos()));
  }

  static void requireRate(String name, long perSecond) {
    if (perSecond < -1) {
      throw new IllegalArgumentException(
          name + " must be a number per second, or 0 or -1 for no limit, not " + perSecond);
    }
  }
}
