package io.sluice.policy;

/**
 * What may be dispatched to consumers. As in Pulsar, 0 and -1 stand for no limit.
 *
 * @param messages per period
 * @param bytes per period
 * @param relativeToPublishRate whether they come on top of what is published
 * @param periodSeconds how long a period is
 */
public record DispatchLimit(
    long messages, long bytes, boolean relativeToPublishRate, int periodSeconds) {

  /**
   * @throws IllegalArgumentException if a rate is below -1, or the period not positive
   */
  public DispatchLimit {
    PublishLimit.requireRate("messages", messages);
    PublishLimit.requireRate("bytes", bytes);
    if (periodSeconds < 1) {
      throw new IllegalArgumentException("periodSeconds must be at least 1, not " + periodSeconds);
    }
  }

  /** Whether nothing is limited. */
  public boolean isNone() {
    return messages <= 0 && bytes <= 0;
  }

  /** A limit per second. */
  public static DispatchLimit of(long messages, long bytes) {
    return new DispatchLimit(messages, bytes, false, 1);
  }
}
