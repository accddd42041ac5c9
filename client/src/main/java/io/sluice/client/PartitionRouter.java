package io.sluice.client;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageRouter;
import org.apache.pulsar.client.api.MessageRoutingMode;
import org.apache.pulsar.client.api.TopicMetadata;
import org.apache.pulsar.client.impl.RoundRobinPartitionMessageRouterImpl;
import org.apache.pulsar.client.impl.SinglePartitionMessageRouterImpl;
import org.apache.pulsar.client.impl.conf.ProducerConfigurationData;

/**
 * Routes as the client does, except that round robin passes over throttled partitions while there is a free one. It is
 * also how the producers of the partitions, which know no more than their configuration, find those beside them.
 */
final class PartitionRouter implements MessageRouter {

  private static final long serialVersionUID = 1L;

  private final MessageRouter usual;
  private final boolean passesOver;
  private final transient PartitionThrottles partitions = new PartitionThrottles();

  PartitionRouter(MessageRouter usual, boolean passesOver) {
    this.usual = usual;
    this.passesOver = passesOver;
  }

  /** A copy of a configuration, with such a router for the way that the original would route. */
  static ProducerConfigurationData routed(ProducerConfigurationData conf, int partitions) {
    int first = ThreadLocalRandom.current().nextInt(partitions);
    PartitionRouter router =
        switch (conf.getMessageRoutingMode()) {
          case CustomPartition -> new PartitionRouter(conf.getCustomMessageRouter(), false);
          case SinglePartition ->
            new PartitionRouter(
                new SinglePartitionMessageRouterImpl(first, conf.getHashingScheme()), false);
          case RoundRobinPartition ->
            new PartitionRouter(
                new RoundRobinPartitionMessageRouterImpl(
                    conf.getHashingScheme(),
                    first,
                    conf.isBatchingEnabled(),
                    TimeUnit.MICROSECONDS.toMillis(
                        conf.batchingPartitionSwitchFrequencyIntervalMicros())),
                true);
        };
    // The original belongs to a builder, which may be used again.
    ProducerConfigurationData copy = conf.clone();
    copy.setMessageRoutingMode(MessageRoutingMode.CustomPartition);
    copy.setCustomMessageRouter(router);
    return copy;
  }

  PartitionThrottles partitions() {
    return partitions;
  }

  @Override
  public int choosePartition(Message<?> message, TopicMetadata topic) {
    int chosen = usual.choosePartition(message, topic);
    if (!passesOver
        || !partitions.anyIsThrottled()
        || message.hasKey()
        || !partitions.isThrottled(chosen)) {
      return chosen;
    }
    int count = topic.numPartitions();
    // Asked again, round robin goes on, and the others get equal shares. With batching it keeps to
    // one for some time.
    for (int i = 1; i < count; i++) {
      int next = usual.choosePartition(message, topic);
      if (next == chosen) {
        break;
      }
      if (!partitions.isThrottled(next)) {
        return next;
      }
    }
    for (int i = 1; i < count; i++) {
      int next = (chosen + i) % count;
      if (!partitions.isThrottled(next)) {
        return next;
      }
    }
    return chosen;
  }
}
