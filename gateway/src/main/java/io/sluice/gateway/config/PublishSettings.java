package io.sluice.gateway.config;

import io.netty.util.internal.PlatformDependent;
import io.sluice.policy.InBytes;
import io.sluice.policy.PublishLimit;

/**
 * How publishing is limited beside the policies of topics. Where Pulsar has a setting of the same
 * meaning, it has the same name.
 *
 * @param brokerPublisherThrottlingMaxMessageRate messages per second that each broker gets; 0 or -1 for no
 *     limit. With the next two, it is the policy of brokers that a node starts with. The gateway follows the
 *     policies alone
 * @param brokerPublisherThrottlingMaxByteRate the same in bytes
 * @param brokerPublisherThrottlingEnforce false to only count what these two would have done
 * @param maxPendingPublishRequestsPerConnection frames that brokers have not answered; past them the
 *     connection is not read until half of them are answered
 * @param maxMessagePublishBufferSizeInMB what clients have published and not got an answer to, held or
 *     passed on, on the node; past it connections that publish are not read until it is down to half. 0
 *     for half of the memory that the JVM has for buffers
 * @param maxHeldBytesPerConnection bytes held for limits of topics and resource groups; past them the connection
 *     is not read until half of them are gone
 * @param maxHeldBytes the same on the node; 0 for a quarter of the publish buffer. Not more than half of
 *     it, or what is held alone could keep all clients from publishing
 * @param maxHeldMillis how long a frame may wait before it is answered with an error; 0 for ever
 * @param throttleProducerReceiptWaitTimeMillis how long a client may take to answer that it holds a
 *     producer's messages back itself
 * @param metricTopics how many topics have metrics of their own; the others have them in common
 */
public record PublishSettings(
    long brokerPublisherThrottlingMaxMessageRate,
    @InBytes long brokerPublisherThrottlingMaxByteRate,
    boolean brokerPublisherThrottlingEnforce,
    int maxPendingPublishRequestsPerConnection,
    int maxMessagePublishBufferSizeInMB,
    @InBytes long maxHeldBytesPerConnection,
    @InBytes long maxHeldBytes,
    int maxHeldMillis,
    int throttleProducerReceiptWaitTimeMillis,
    int metricTopics) {

  /**
   * No limit on brokers, and enough room that one client of the official kind, which has up to 64 MB
   * of payload under way, can have all of it held.
   */
  public static final PublishSettings DEFAULT =
      new PublishSettings(0, 0, true, 1000, 0, 128L << 20, 0, 0, 100, 100);

  private static final long MEGABYTE = 1 << 20;

  /** Checks what can be said of single settings. */
  public PublishSettings {
    requireRate("brokerPublisherThrottlingMaxMessageRate", brokerPublisherThrottlingMaxMessageRate);
    requireRate("brokerPublisherThrottlingMaxByteRate", brokerPublisherThrottlingMaxByteRate);
    ConnectionLimits.requirePositive(
        "maxPendingPublishRequestsPerConnection", maxPendingPublishRequestsPerConnection);
    ConnectionLimits.requirePositive("maxHeldBytesPerConnection", maxHeldBytesPerConnection);
    requireNotNegative("maxMessagePublishBufferSizeInMB", maxMessagePublishBufferSizeInMB);
    requireNotNegative("maxHeldBytes", maxHeldBytes);
    ConnectionLimits.requirePositive(
        "throttleProducerReceiptWaitTimeMillis", throttleProducerReceiptWaitTimeMillis);
    requireNotNegative("metricTopics", metricTopics);
    requireNotNegative("maxHeldMillis", maxHeldMillis);
  }

  /** What each broker gets at most, all topics together, until another policy is set. */
  public PublishLimit brokerLimit() {
    return new PublishLimit(
        brokerPublisherThrottlingMaxMessageRate,
        brokerPublisherThrottlingMaxByteRate,
        PublishLimit.DEFAULT_BURST,
        brokerPublisherThrottlingEnforce);
  }

  public long publishBufferBytes() {
    return maxMessagePublishBufferSizeInMB == 0
        ? Math.max(64 * MEGABYTE, PlatformDependent.maxDirectMemory() / 2)
        : maxMessagePublishBufferSizeInMB * MEGABYTE;
  }

  public long heldBytes() {
    return maxHeldBytes == 0 ? publishBufferBytes() / 4 : maxHeldBytes;
  }

  static void requireRate(String name, long perSecond) {
    if (perSecond < -1) {
      throw new IllegalArgumentException(
          name + " must be a number per second, or 0 or -1 for no limit, not " + perSecond);
    }
  }

  private static void requireNotNegative(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " must not be negative: " + value);
    }
  }
}
