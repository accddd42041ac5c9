package io.sluice.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.OpenTelemetry;
import io.sluice.gateway.config.Cluster;
import io.sluice.gateway.config.GatewayConfig;
import io.sluice.gateway.config.Listener;
import io.sluice.gateway.internal.session.Session;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.protocol.wire.BaseCommand;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How clients are let go. What they get to see is in the order of bytes, so it is tried by hand. */
class DrainTest {

  private static final int SENDS = 1000;

  @Test
  void shouldDeliverEveryReceiptToAClientThatKeepsSending() throws Exception {
    try (ScriptedBroker broker = ScriptedBroker.accepting((peer, command) -> {
          if (command.getType() == BaseCommand.Type.PRODUCER) {
            peer.send(Commands.producerSuccess(command.getProducer().getRequestId()));
          }
        });
        Gateway gateway = Gateways.before(broker);
        Peer client = Peer.acceptedBy(gateway)) {
      client.send(Commands.producer(1, 1));
      client.expect(BaseCommand.Type.PRODUCER_SUCCESS);
      client.send(Commands.send(1, 0, 10));
      Gateways.until(
          "it is published", () -> !broker.receivedOf(BaseCommand.Type.SEND).isEmpty());

      var drained = gateway.drain(Duration.ofSeconds(20)).toCompletableFuture();
      Gateways.until("it is draining", () -> Gateways.connections(gateway).stream()
          .allMatch(connection -> connection.state().equals("Draining")));
      for (int i = 1; i < SENDS; i++) {
        client.send(Commands.send(1, i, 10));
      }
      broker.clients().get(0).send(Commands.receipt(1, 0));

      // A connection closed with something unread is reset, and a write then fails before the rest
      // is read.
      Gateways.until("it has hung up", () -> Gateways.connections(gateway).isEmpty());
      for (int i = 0; i < SENDS; i++) {
        client.send(Commands.send(1, SENDS + i, 10));
      }
      assertThat(client.expect(BaseCommand.Type.SEND_RECEIPT).getSendReceipt().getSequenceId())
          .isZero();
      assertThat(client.lastBeforeClose()).isNull();
      client.hangUp();
      drained.get(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void shouldLeaveNoConnectionOpenThoughItIsBusyWhenItIsClosed() throws Exception {
    try (ScriptedBroker broker = ScriptedBroker.accepting((peer, command) -> {});
        Gateway gateway = Gateways.before(broker);
        Peer client = Peer.acceptedBy(gateway)) {
      Session session = gateway.node().sessions().all().iterator().next();
      CompletableFuture<Void> work = new CompletableFuture<>();
      session.connections.eventLoop().execute(work::join);
      Thread closing = new Thread(gateway::close, "closing");
      closing.start();
      Gateways.until(
          "it waits for its event loops", () -> closing.getState() == Thread.State.TIMED_WAITING);

      work.complete(null);
      closing.join();

      assertThat(session.connections.client().isOpen()).isFalse();
      assertThat(client.lastBeforeClose()).isNull();
    }
  }

  @Test
  void shouldNotKeepWhoeverIntroducesItselfWhileItGoesDown() throws Exception {
    try (ScriptedBroker broker = ScriptedBroker.accepting((peer, command) -> {});
        Gateway gateway = Gateway.start(
            GatewayConfig.of(
                new Listener("127.0.0.1", 0, true, Optional.empty()), Cluster.of(broker.address())),
            new InMemoryPolicyStore(Policies.NONE),
            OpenTelemetry.noop());
        Peer client = Peer.connectedTo(gateway);
        Peer other = Peer.connectedTo(gateway)) {
      other.send("PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n".getBytes(US_ASCII));
      Gateways.until("one is there", () -> Gateways.connections(gateway).size() == 1);

      var drained = gateway.drain(Duration.ofSeconds(20)).toCompletableFuture();
      client.send("PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n".getBytes(US_ASCII));
      client.send(Commands.connect());

      assertThat(client.lastBeforeClose()).isNull();
      drained.get(20, TimeUnit.SECONDS);
      assertThat(Gateways.connections(gateway)).isEqualTo(List.of());
    }
  }
}
