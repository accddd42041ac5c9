package io.sluice.gateway.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.DispatchLimit;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Membership;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.ConsumerBuilder;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Reader;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;
import org.apache.pulsar.client.api.SubscriptionType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Dispatch limits in front of real brokers, with the official client. */
@Tag("alone") // measures rates to three percent
class DispatchTest {

  private static final int SECONDS = 30;

  private LimitedPulsar pulsar;
  private PulsarClient client;
  private PulsarClient direct;

  @BeforeEach
  void start() throws Exception {
    pulsar = new LimitedPulsar();
    client = pulsar.newClient();
    direct = pulsar.newClient(Clusters.plain().serviceUrl());
  }

  @AfterEach
  void stop() throws Exception {
    pulsar.end();
  }

  /** Past the gateway, so that there is a backlog before anybody reads. */
  private void publish(String topic, int batch, int from, int to) throws Exception {
    try (Producer<byte[]> producer =
        LimitedPulsar.batchProducer(direct, topic, batch).create()) {
      for (int i = from; i < to; i++) {
        var unused = producer
            .newMessage()
            .key("key-" + i / batch % 50)
            .value(("message-" + i).getBytes(UTF_8))
            .sendAsync();
      }
      producer.flush();
    }
  }

  private ConsumerBuilder<byte[]> consumer(String topic, SubscriptionType type) {
    return client
        .newConsumer()
        .topic(topic)
        .subscriptionName("subscription")
        .subscriptionType(type)
        .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest);
  }

  private void limit(String topic, long messagesPerSecond) {
    pulsar.set(PolicyKind.DISPATCH, PolicyKey.topic(topic), DispatchLimit.of(messagesPerSecond, 0));
  }

  private Arrivals consume(String topic, SubscriptionType type, int consumers, int most)
      throws PulsarClientException {
    Arrivals arrivals = new Arrivals(most);
    subscribe(arrivals, topic, type, consumers);
    return arrivals;
  }

  private void subscribe(Arrivals arrivals, String topic, SubscriptionType type, int consumers)
      throws PulsarClientException {
    for (int i = 0; i < consumers; i++) {
      Consumer<byte[]> unused = consumer(topic, type).messageListener(arrivals).subscribe();
    }
  }

  @Test
  void shouldDispatchAtTheRateToEveryTypeOfSubscriptionAndToAGroup() throws Exception {
    int perSecond = 200;
    int count = 12 * perSecond + 100;
    String exclusive = pulsar.topic("exclusive");
    String failover = pulsar.topic("failover");
    String shared = pulsar.topic("shared");
    String keyShared = pulsar.topic("key-shared");
    String members = "public/" + PulsarFixture.uniqueName();
    Rest.plain().createNamespace(members, 1);
    pulsar.set(PolicyKind.GROUP, new PolicyKey.Group("g"), new GroupQuota(-1, -1, perSecond, -1));
    pulsar.set(PolicyKind.MEMBERSHIP, PolicyKey.namespace(members), new Membership("g"));
    String oneMember = "persistent://" + members + "/one";
    String otherMember = "persistent://" + members + "/other";
    limit(exclusive, perSecond);
    limit(failover, perSecond);
    for (String topic : List.of(shared, keyShared)) {
      pulsar.set(
          PolicyKind.SUBSCRIPTION_DISPATCH, PolicyKey.topic(topic), DispatchLimit.of(perSecond, 0));
    }
    publish(exclusive, 1, 0, count);
    publish(failover, 10, 0, count);
    publish(shared, 1, 0, count);
    publish(keyShared, 1, 0, count);
    publish(oneMember, 1, 0, count);
    publish(otherMember, 5, 0, count);

    Arrivals byExclusive = consume(exclusive, SubscriptionType.Exclusive, 1, count);
    Arrivals byFailover = consume(failover, SubscriptionType.Failover, 2, count);
    Arrivals byShared = consume(shared, SubscriptionType.Shared, 3, count);
    Arrivals byKeyShared = consume(keyShared, SubscriptionType.Key_Shared, 2, count);
    Arrivals byGroup = new Arrivals(count);
    subscribe(byGroup, oneMember, SubscriptionType.Exclusive, 1);
    subscribe(byGroup, otherMember, SubscriptionType.Shared, 1);

    byExclusive.expectRate("exclusive", perSecond);
    byFailover.expectRate("failover", perSecond);
    byShared.expectRate("shared", perSecond);
    byKeyShared.expectRate("key-shared", perSecond);
    byGroup.expectRate("group", perSecond);
    assertThat(byExclusive.different()).isGreaterThanOrEqualTo(12 * perSecond);
  }

  /** With the limit that holds it all back raised behind it, everything comes, and once. */
  @ParameterizedTest
  @EnumSource(SubscriptionType.class)
  void shouldDeliverEverythingWhateverHappensWhilePermitsAreWithheld(SubscriptionType type)
      throws Exception {
    String topic = pulsar.topic("all");
    int count = 500;
    limit(topic, 50);
    publish(topic, 5, 0, count);
    Arrivals arrivals = new Arrivals(10_000);
    Consumer<byte[]> first =
        consumer(topic, type).receiverQueueSize(100).messageListener(arrivals).subscribe();
    arrivals.await(60);
    Eventually.until(
        "permits are withheld", () -> Gateways.consumers(pulsar.gateway, topic).stream()
            .anyMatch(view -> view.withheld().isPresent()));
    var withheld = Gateways.consumers(pulsar.gateway, topic).get(0).withheld().orElseThrow();
    assertThat(withheld.origin()).isEqualTo(PolicyKey.topic(topic));
    assertThat(withheld.kind()).isEqualTo(PolicyKind.DISPATCH);
    assertThat(withheld.permits()).isPositive();

    first.redeliverUnacknowledgedMessages();
    arrivals.await(80);
    first.close(); // while withheld
    Consumer<byte[]> second =
        consumer(topic, type).receiverQueueSize(100).messageListener(arrivals).subscribe();
    arrivals.await(100);
    Rest.plain().put(Rest.path(topic) + "/unload", "{}"); // the client comes back by itself
    arrivals.await(130);
    second.seek(MessageId.earliest);
    arrivals.await(160);
    limit(topic, 100_000);

    Eventually.until("everything has come", () -> arrivals.different() == count);
    publish(topic, 5, count, count + 50);
    Eventually.until("what came later, too", () -> arrivals.different() == count + 50);
  }

  @Test
  void shouldFollowPoliciesOnOpenConsumers() throws Exception {
    String topic = pulsar.topic("changing");
    Arrivals arrivals = consume(topic, SubscriptionType.Shared, 2, 100_000);
    publish(topic, 1, 0, 500);
    arrivals.await(500);

    limit(topic, 20);
    Eventually.until("it holds", () -> {
      int before = arrivals.count();
      publish(topic, 1, 10_000, 10_100);
      return arrivals.count() < before + 100
          && Gateways.consumers(pulsar.gateway, topic).stream()
              .anyMatch(view -> view.withheld().isPresent());
    });
    pulsar
        .policies
        .remove(PolicyKind.DISPATCH, PolicyKey.topic(topic))
        .toCompletableFuture()
        .join();

    publish(topic, 1, 20_000, 21_000);
    Eventually.until("everything comes", () -> arrivals.different() == 1600);
    assertThat(Gateways.consumers(pulsar.gateway, topic))
        .allMatch(view -> view.withheld().isEmpty());
  }

  @Test
  void shouldServeReadersAndConsumersWithoutAQueue() throws Exception {
    String topic = pulsar.topic("one-by-one");
    limit(topic, 20);
    publish(topic, 1, 0, 40);
    List<String> read = new ArrayList<>();
    try (Reader<byte[]> reader =
        client.newReader().topic(topic).startMessageId(MessageId.earliest).create()) {
      while (reader.hasMessageAvailable()) {
        read.add(new String(reader.readNext(SECONDS, TimeUnit.SECONDS).getData(), UTF_8));
      }
    }
    assertThat(read).hasSize(40).doesNotHaveDuplicates();

    try (Consumer<byte[]> consumer =
        consumer(topic, SubscriptionType.Shared).receiverQueueSize(0).subscribe()) {
      for (int i = 0; i < 30; i++) {
        Message<byte[]> message = consumer.receive();
        assertThat(new String(message.getData(), UTF_8)).isEqualTo("message-" + i);
        consumer.acknowledge(message);
      }
    }
  }
}
