package io.sluice.gateway.config;

import io.sluice.policy.InBytes;
import io.sluice.policy.PublishLimit;

/**
 * What a node passes at most per second, whatever topics, clients and brokers that is spread over. As in
 * Pulsar, 0 and -1 stand for no limit. One second's worth may be saved up.
 *
 * @param publishMessages messages that it passes to brokers
 * @param publishBytes the same in bytes
 * @param dispatchMessages messages that it delivers to all consumers together
 * @param dispatchBytes the same in bytes
 * @param enforce false to only count what these limits would have done
 */
public record NodeLimits(
    long publishMessages,
    @InBytes long publishBytes,
    long dispatchMessages,
    @InBytes long dispatchBytes,
    boolean enforce) {

  /** A node that passes as much as it can. */
  public static final NodeLimits NONE = new NodeLimits(0, 0, 0, 0, true);

  /** Checks that each is a rate. */
  public NodeLimits {
    PublishSettings.requireRate("publishMessages", publishMessages);
    PublishSettings.requireRate("publishBytes", publishBytes);
    PublishSettings.requireRate("dispatchMessages", dispatchMessages);
    PublishSettings.requireRate("dispatchBytes", dispatchBytes);
  }

  /** Limits on publishing alone. */
  public static NodeLimits publish(long messages, long bytes) {
    return new NodeLimits(messages, bytes, 0, 0, true);
  }

  /** Limits on dispatch alone. */
  public static NodeLimits dispatch(long messages, long bytes) {
    return new NodeLimits(0, 0, messages, bytes, true);
  }

  /** The same limits, which only count what they would have done. */
  public NodeLimits inShadow() {
    return new NodeLimits(publishMessages, publishBytes, dispatchMessages, dispatchBytes, false);
  }

  /** What it passes to brokers. */
  public PublishLimit publish() {
    return limit(publishMessages, publishBytes);
  }

  /** What it delivers to consumers. A dispatch policy could not say that it only counts. */
  public PublishLimit dispatch() {
    return limit(dispatchMessages, dispatchBytes);
  }

  private PublishLimit limit(long messages, long bytes) {
    return new PublishLimit(messages, bytes, PublishLimit.DEFAULT_BURST, enforce);
  }
}
