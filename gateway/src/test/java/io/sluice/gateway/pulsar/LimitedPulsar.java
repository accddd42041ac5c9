package io.sluice.gateway.pulsar;

import io.sluice.gateway.Gateway;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.ConnectionView.ProducerView;
import io.sluice.gateway.view.ConnectionView.ThrottleView;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.ProducerBuilder;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;

/**
 * A gateway with limits before the plain cluster, and clients of it. Its topics are all at the same
 * broker, so that a client has them on one connection.
 */
final class LimitedPulsar {

  final InMemoryPolicyStore policies = new InMemoryPolicyStore(Policies.NONE);
  final Gateway gateway = Gateways.start(Gateways.cluster(Clusters.plain()), policies);
  final String namespace = "public/" + PulsarFixture.uniqueName();
  private final List<PulsarClient> clients = new ArrayList<>();

  LimitedPulsar() throws Exception {
    Rest.plain().createNamespace(namespace, 1);
    // Without it, messages without a subscription may be gone once their topic was unloaded.
    Rest.plain()
        .post(
            "/admin/v2/namespaces/" + namespace + "/retention",
            "{\"retentionTimeInMinutes\":-1,\"retentionSizeInMB\":-1}");
  }

  String topic(String name) {
    return "persistent://" + namespace + "/" + name;
  }

  void limit(String topic, PublishLimit limit) {
    policies
        .put(PolicyKind.PUBLISH, PolicyKey.topic(topic), limit)
        .toCompletableFuture()
        .join();
  }

  <P extends Record> void set(PolicyKind<P> kind, PolicyKey key, P policy) {
    policies.put(kind, key, policy).toCompletableFuture().join();
  }

  void unlimit(String topic) {
    policies
        .remove(PolicyKind.PUBLISH, PolicyKey.topic(topic))
        .toCompletableFuture()
        .join();
  }

  PulsarClient newClient() throws PulsarClientException {
    return newClient(Gateways.serviceUrl(gateway));
  }

  PulsarClient newClient(String serviceUrl) throws PulsarClientException {
    // Without transactions, which would have connections of their own.
    PulsarClient client =
        PulsarFixture.clientBuilder(serviceUrl).enableTransaction(false).build();
    clients.add(client);
    return client;
  }

  /** One frame per message, and nothing is given up. */
  static ProducerBuilder<byte[]> producer(PulsarClient client, String topic) {
    return client.newProducer().topic(topic).enableBatching(false).sendTimeout(0, TimeUnit.SECONDS);
  }

  /** Frames that are sent when they are full, or flushed. */
  static ProducerBuilder<byte[]> batchProducer(PulsarClient client, String topic, int messages) {
    return producer(client, topic)
        .enableBatching(messages > 1)
        .batchingMaxMessages(messages)
        .batchingMaxPublishDelay(1, TimeUnit.MINUTES);
  }

  ProducerView producer(String topic) throws Exception {
    List<ProducerView> views = Gateways.producers(gateway, topic);
    if (views.size() != 1) {
      throw new AssertionError("not one producer: " + views);
    }
    return views.get(0);
  }

  int heldFrames(String topic) throws Exception {
    return heldFrames(gateway, topic);
  }

  static int heldFrames(Gateway gateway, String topic) throws Exception {
    return Gateways.producers(gateway, topic).stream()
        .map(ProducerView::throttle)
        .flatMap(Optional::stream)
        .mapToInt(ThrottleView::heldFrames)
        .sum();
  }

  /** The connections on which these topics have producers. */
  Set<Long> connections(String... topics) throws Exception {
    List<String> names = List.of(topics);
    Set<Long> ids = new TreeSet<>();
    for (ConnectionView connection : Gateways.connections(gateway)) {
      if (connection.producers().stream().anyMatch(each -> names.contains(each.topic()))) {
        ids.add(connection.id());
      }
    }
    return ids;
  }

  /** No connection is paused, and no producer is throttled or waits for a send receipt. */
  static void expectNothingHeld(Gateway gateway) throws Exception {
    Eventually.until(
        "nothing is held or paused or pending", () -> Gateways.connections(gateway).stream()
            .allMatch(connection -> connection.paused().isEmpty()
                && connection.producers().stream()
                    .allMatch(each -> each.throttle().isEmpty() && each.pending() == 0)));
  }

  /** Proves that nothing of the clients stays. */
  void end() throws Exception {
    for (PulsarClient client : clients) {
      var unused = client.closeAsync(); // whose end takes two quiet seconds
    }
    Eventually.until(
        "the gateway forgets its clients", () -> Gateways.connections(gateway).isEmpty());
    gateway.close();
  }
}
