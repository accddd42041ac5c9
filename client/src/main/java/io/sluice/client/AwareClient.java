package io.sluice.client;

import io.netty.resolver.AddressResolver;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Schema;
import org.apache.pulsar.client.impl.PartitionedProducerImpl;
import org.apache.pulsar.client.impl.ProducerImpl;
import org.apache.pulsar.client.impl.ProducerInterceptors;
import org.apache.pulsar.client.impl.PulsarClientImpl;
import org.apache.pulsar.client.impl.conf.ClientConfigurationData;
import org.apache.pulsar.client.impl.conf.ProducerConfigurationData;
import org.jspecify.annotations.Nullable;

/** The client, with {@link AwareConnections} and with producers of our own. */
final class AwareClient extends PulsarClientImpl {

  /** Null while the superclass is made, which shuts itself down if it fails. */
  private final @Nullable ClientThreads threads;

  private AwareClient(
      ClientConfigurationData conf, ClientThreads threads, AwareConnections connections)
      throws PulsarClientException {
    super(conf, threads.eventLoops(), connections);
    this.threads = threads;
  }

  static AwareClient create(ClientConfigurationData conf) throws PulsarClientException {
    ClientThreads threads = new ClientThreads(conf);
    try {
      return new AwareClient(conf, threads, threads.connect(conf));
    } catch (PulsarClientException | RuntimeException | Error e) {
      try {
        threads.close();
      } catch (PulsarClientException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  /** Closing comes here as well, once producers and consumers are closed. */
  @Override
  public void shutdown() throws PulsarClientException {
    try {
      // First, as the client does with its own: what hears of a connection's end wants its timer.
      if (threads != null) {
        threads.close();
      }
    } finally {
      super.shutdown();
    }
  }

  /** That of the connections: to a client with connections that it has not made, later versions give none. */
  @Override
  public AddressResolver<InetSocketAddress> getAddressResolver() {
    return ((AwareConnections) getCnxPool()).resolver();
  }

  @Override
  protected <T> ProducerImpl<T> newProducerImpl(
      String topic,
      int partitionIndex,
      ProducerConfigurationData conf,
      Schema<T> schema,
      ProducerInterceptors interceptors,
      CompletableFuture<Producer<T>> created,
      Optional<String> overrideProducerName) {
    if (conf.isReplProducer()) {
      // Brokers replicate with a class of their own.
      return super.newProducerImpl(
          topic, partitionIndex, conf, schema, interceptors, created, overrideProducerName);
    }
    AwareProducer<T> producer = new AwareProducer<>(
        this, topic, conf, created, partitionIndex, schema, interceptors, overrideProducerName);
    if (conf.getCustomMessageRouter() instanceof PartitionRouter router) {
      router.partitions().add(partitionIndex, producer);
    }
    return producer;
  }

  @Override
  protected <T> PartitionedProducerImpl<T> newPartitionedProducerImpl(
      String topic,
      ProducerConfigurationData conf,
      Schema<T> schema,
      ProducerInterceptors interceptors,
      CompletableFuture<Producer<T>> created,
      int partitions) {
    if (conf.isReplProducer()) {
      return super.newPartitionedProducerImpl(
          topic, conf, schema, interceptors, created, partitions);
    }
    return new AwarePartitionedProducer<>(
        this,
        topic,
        PartitionRouter.routed(conf, partitions),
        partitions,
        created,
        schema,
        interceptors);
  }
}
