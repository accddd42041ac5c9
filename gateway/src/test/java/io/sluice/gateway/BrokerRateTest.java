package io.sluice.gateway;

import static io.sluice.gateway.LimitedGateway.A_DAY_OF_MESSAGES;
import static io.sluice.gateway.LimitedGateway.NOISY;
import static io.sluice.gateway.LimitedGateway.QUIET;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.OpenTelemetry;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.config.Cluster;
import io.sluice.gateway.config.ConnectionLimits;
import io.sluice.gateway.config.GatewayConfig;
import io.sluice.gateway.config.Listener;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.internal.limit.BrokerPublishLimiter;
import io.sluice.gateway.view.ConnectionView.ThrottleView;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each of two brokers has a rate of its own, whatever sessions and topics publish to it. */
class BrokerRateTest {

  private static final PublishLimit THOUSAND = PublishLimit.of(1000, 0);

  /** After so many messages in a frame, a broker of a thousand per second gets no more while any test runs. */
  private static final int MUCH = 1000 * A_DAY_OF_MESSAGES;

  private final InMemoryPolicyStore policies = InMemoryPolicyStore.over(Policies.NONE);
  private ScriptedBroker one;
  private ScriptedBroker other;
  private Gateway gateway;
  private long requests;

  @BeforeEach
  void start() throws IOException {
    one = broker();
    other = broker();
    gateway = Gateway.start(
        new GatewayConfig(
            List.of(Listener.plain("127.0.0.1", 0)),
            Cluster.of(one.address(), other.address()),
            ConnectionLimits.DEFAULT,
            PublishSettings.DEFAULT,
            NodeLimits.NONE,
            GatewayConfig.DEFAULT_KEEP_ALIVE_INTERVAL,
            2),
        policies,
        OpenTelemetry.noop());
  }

  private static ScriptedBroker broker() throws IOException {
    return ScriptedBroker.opening((peer, command) -> {
      if (command.getType() == BaseCommand.Type.SEND) {
        peer.send(Commands.receipt(
            command.getSend().getProducerId(), command.getSend().getSequenceId()));
      }
    });
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    Gateways.until(
        "nothing is held", () -> gateway.node().publishLimits().held().used() == 0);
    one.close();
    other.close();
  }

  private void limit(PublishLimit limit) {
    policies
        .put(PolicyKind.PUBLISH, PolicyKey.BROKER, limit)
        .toCompletableFuture()
        .join();
  }

  private Optional<BrokerPublishLimiter> limiter(BrokerAddress broker) {
    return gateway.node().publishLimits().brokers().stream()
        .filter(limiter -> limiter.broker().equals(broker))
        .findFirst();
  }

  private void untilInForce(BrokerAddress broker, PublishLimit limit) throws InterruptedException {
    Gateways.until("the limit is in force", () -> limiter(broker)
        .filter(limiter -> limiter.limit().toPublishLimit().equals(limit))
        .isPresent());
  }

  /** A client with a producer, which is relayed to this broker. */
  private Peer publisherTo(ScriptedBroker broker, String topic) throws IOException {
    return publisherTo(broker, topic, false);
  }

  private Peer publisherTo(ScriptedBroker broker, String topic, boolean aware) throws IOException {
    BaseCommand connect = Commands.connectTo(broker.url());
    if (aware) {
      connect.getConnect().setFeatureFlags().setSupportsThrottleProducerCommands(true);
    }
    Peer peer = Peer.connectedTo(gateway);
    peer.send(connect);
    peer.expect(BaseCommand.Type.CONNECTED);
    peer.send(Commands.producer(1, ++requests, topic));
    peer.expect(BaseCommand.Type.PRODUCER_SUCCESS);
    return peer;
  }

  private static void publish(Peer peer, int first, int frames) throws IOException {
    for (int i = 0; i < frames; i++) {
      peer.send(Commands.send(1, first + i, 10));
    }
  }

  private static void expectReceipts(Peer peer, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      peer.expect(BaseCommand.Type.SEND_RECEIPT);
    }
  }

  private void useUp(Peer peer) throws IOException {
    peer.send(Commands.sendBatch(1, 0, MUCH, 10));
    expectReceipts(peer, 1);
  }

  private Optional<ThrottleView> throttle(ScriptedBroker broker, String topic) {
    return Gateways.connections(gateway).stream()
        .filter(connection -> connection.broker().equals(Optional.of(broker.address())))
        .flatMap(connection -> connection.producers().stream())
        .filter(producer -> producer.topic().equals(topic))
        .flatMap(producer -> producer.throttle().stream())
        .findFirst();
  }

  @Test
  void shouldHoldEverySessionOfTheBrokerThatIsOverItsRateAndNoneOfAnother() throws Exception {
    limit(THOUSAND);
    try (Peer noisy = publisherTo(one, NOISY);
        Peer neighbour = publisherTo(one, QUIET);
        Peer elsewhere = publisherTo(other, QUIET)) {
      useUp(noisy);

      publish(neighbour, 0, 1);
      Gateways.until("the neighbour waits", () -> throttle(one, QUIET).isPresent());
      publish(elsewhere, 0, 500);
      expectReceipts(elsewhere, 500);

      ThrottleView throttle = throttle(one, QUIET).orElseThrow();
      assertThat(throttle.origin()).isEqualTo(PolicyKey.BROKER);
      assertThat(throttle.limit()).isEqualTo(THOUSAND);
      assertThat(throttle.heldFrames()).isEqualTo(1);
      assertThat(throttle(other, QUIET)).isEmpty();
    }
  }

  @Test
  void shouldPublishAtTheRateOfEachBroker() throws Exception {
    int perSecond = 300;
    limit(PublishLimit.of(perSecond, 0));
    try (Peer toOne = publisherTo(one, NOISY);
        Peer alsoToOne = publisherTo(one, QUIET);
        Peer toOther = publisherTo(other, NOISY)) {
      long start = System.nanoTime();
      for (Peer peer : List.of(toOne, alsoToOne, toOther)) {
        publish(peer, 0, perSecond);
      }
      for (Peer peer : List.of(toOther, toOne, alsoToOne)) {
        expectReceipts(peer, perSecond);
      }

      // Of what the first broker gets, half is the burst; what the second gets is its burst.
      assertThat(System.nanoTime() - start).isGreaterThan(Duration.ofMillis(900).toNanos());
      assertThat(limiter(one.address()).orElseThrow().throttledTimes()).isPositive();
      assertThat(limiter(other.address()).orElseThrow().throttledTimes()).isZero();
    }
  }

  @Test
  void shouldFollowThePolicyWhileProducersWait() throws Exception {
    try (Peer client = publisherTo(one, NOISY)) {
      publish(client, 0, 100);
      expectReceipts(client, 100);
      limit(THOUSAND);
      untilInForce(one.address(), THOUSAND);
      useUp(client);
      publish(client, 101, 10);
      Gateways.until("frames are held", () -> throttle(one, NOISY)
          .filter(throttle -> throttle.heldFrames() == 10)
          .isPresent());

      policies
          .remove(PolicyKind.PUBLISH, PolicyKey.BROKER)
          .toCompletableFuture()
          .join();

      expectReceipts(client, 10);
      assertThat(throttle(one, NOISY)).isEmpty();
    }
  }

  @Test
  void shouldNotGiveAnotherBurstToAClientThatConnectsAgain() throws Exception {
    limit(THOUSAND);
    try (Peer client = publisherTo(one, NOISY)) {
      useUp(client);
    }
    Gateways.until("it is gone", () -> Gateways.connections(gateway).isEmpty());

    try (Peer again = publisherTo(one, NOISY)) {
      publish(again, 0, 1);

      Gateways.until("it waits", () -> throttle(one, NOISY).isPresent());
    }
  }

  @Test
  void shouldForgetBrokersThatNoSessionPublishesTo() throws Exception {
    try (Peer client = publisherTo(one, NOISY)) {
      publish(client, 0, 1);
      expectReceipts(client, 1);
      assertThat(limiter(one.address())).isPresent();
      assertThat(limiter(other.address())).isEmpty();
    }

    Gateways.until("it is forgotten", () -> limiter(one.address()).isEmpty());
  }

  @Test
  void shouldTellAnAwareClientThatItIsTheBroker() throws Exception {
    limit(THOUSAND);
    try (Peer client = publisherTo(one, NOISY, true)) {
      client.send(Commands.sendBatch(1, 0, MUCH, 10));

      var told = client.skipTo(BaseCommand.Type.THROTTLE_PRODUCER).getThrottleProducer();

      assertThat(told.getThrottlingReason()).isEqualTo(ThrottlingReason.BrokerProduceQuotaExceeded);
      assertThat(told.getPauseForMillis()).isPositive();
    }
  }

  @Test
  void shouldOnlyCountInShadowMode() throws Exception {
    limit(PublishLimit.of(10, 0).inShadow());
    try (Peer client = publisherTo(one, NOISY)) {
      publish(client, 0, 1000);
      expectReceipts(client, 1000);

      BrokerPublishLimiter limiter = limiter(one.address()).orElseThrow();
      assertThat(limiter.counts().admitted()).isEqualTo(1000);
      assertThat(limiter.counts().shadowThrottled()).isBetween(900L, 990L);
    }
  }
}
