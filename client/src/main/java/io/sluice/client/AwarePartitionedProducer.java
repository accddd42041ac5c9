package io.sluice.client;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.Schema;
import org.apache.pulsar.client.api.TypedMessageBuilder;
import org.apache.pulsar.client.api.transaction.Transaction;
import org.apache.pulsar.client.impl.PartitionedProducerImpl;
import org.apache.pulsar.client.impl.ProducerInterceptors;
import org.apache.pulsar.client.impl.PulsarClientImpl;
import org.apache.pulsar.client.impl.conf.ProducerConfigurationData;

/** A producer of a partitioned topic that knows when any of its partitions is throttled. */
final class AwarePartitionedProducer<T> extends PartitionedProducerImpl<T>
    implements ThrottleAware {

  AwarePartitionedProducer(
      PulsarClientImpl client,
      String topic,
      ProducerConfigurationData routed,
      int partitions,
      CompletableFuture<Producer<T>> created,
      Schema<T> schema,
      ProducerInterceptors interceptors) {
    super(client, topic, routed, partitions, created, schema, interceptors);
  }

  /** Kept by the router, as the superclass hands this out before a field of this class could be set. */
  private PartitionThrottles partitions() {
    return ((PartitionRouter) conf.getCustomMessageRouter()).partitions();
  }

  @Override
  public Optional<Throttle> throttle() {
    return partitions().longest();
  }

  @Override
  public AutoCloseable onThrottle(ThrottleListener listener) {
    return partitions().listen(this, listener);
  }

  @Override
  public TypedMessageBuilder<T> newMessage() {
    return new AwareMessageBuilder<>(this, schema);
  }

  @Override
  public <V> TypedMessageBuilder<V> newMessage(Schema<V> other) {
    return new AwareMessageBuilder<>(this, other);
  }

  @Override
  public TypedMessageBuilder<T> newMessage(Transaction transaction) {
    return new AwareMessageBuilder<>(this, schema, transaction);
  }

  @Override
  public <V> TypedMessageBuilder<V> newMessage(Schema<V> other, Transaction transaction) {
    return new AwareMessageBuilder<>(this, other, transaction);
  }
}
