package io.sluice.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.OpenTelemetry;
import io.sluice.gateway.config.Cluster;
import io.sluice.gateway.config.ConnectionLimits;
import io.sluice.gateway.config.GatewayConfig;
import io.sluice.gateway.config.Listener;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandCloseProducer;
import io.sluice.protocol.wire.CommandLookupTopicResponse;
import io.sluice.protocol.wire.CommandLookupTopicResponse.LookupType;
import io.sluice.protocol.wire.ServerError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LookupTest {

  @Test
  void shouldSendClientsBackThroughTheGateway() throws Exception {
    try (ScriptedBroker broker = answering(LookupType.Connect, "pulsar://other:6650");
        Gateway gateway = Gateways.before(broker);
        Peer client = Peer.acceptedBy(gateway)) {
      CommandLookupTopicResponse answer = ask(client, 7);

      assertThat(answer.getRequestId()).isEqualTo(7);
      assertThat(answer.getBrokerServiceUrl()).isEqualTo("pulsar://other:6650");
      assertThat(answer.getBrokerServiceUrlTls()).isEqualTo("pulsar://other:6650");
      assertThat(answer.isProxyThroughServiceUrl()).isTrue();
    }
  }

  @Test
  void shouldAllowTheBrokerThatALookupHasNamed() throws Exception {
    try (ScriptedBroker owner = ScriptedBroker.accepting((client, command) -> {});
        ScriptedBroker broker = answering(LookupType.Connect, owner.url());
        Gateway gateway = Gateways.before(broker);
        Peer asking = Peer.acceptedBy(gateway);
        Peer publishing = Peer.connectedTo(gateway)) {
      ask(asking, 1);

      publishing.send(Commands.connectTo(owner.address().toString()));
      publishing.expect(BaseCommand.Type.CONNECTED);

      assertThat(owner.received()).hasSize(1);
    }
  }

  @Test
  void shouldFollowRedirectsWithTheClientsOwnCredentials() throws Exception {
    try (ScriptedBroker last = answering(LookupType.Connect, "pulsar://owner:6650");
        ScriptedBroker second = answering(LookupType.Redirect, last.url());
        ScriptedBroker first = answering(LookupType.Redirect, second.url());
        Gateway gateway = Gateways.before(first);
        Peer client = Peer.acceptedBy(gateway)) {
      CommandLookupTopicResponse answer = ask(client, 9);

      assertThat(answer.getResponse()).isEqualTo(LookupType.Connect);
      assertThat(answer.getBrokerServiceUrl()).isEqualTo("pulsar://owner:6650");
      assertThat(last.received().get(0)).isEqualTo(first.received().get(0));
      assertThat(last.receivedOf(BaseCommand.Type.LOOKUP)).singleElement().satisfies(question -> {
        assertThat(question.getLookupTopic().getRequestId()).isEqualTo(9);
        assertThat(question.getLookupTopic().isAuthoritative()).isTrue();
      });
      Gateways.until(
          "the connection on the way is closed",
          () -> last.clients().get(0).socket().isClosed());
    }
  }

  @Test
  void shouldUseRenewedCredentialsOnTheWay() throws Exception {
    try (ScriptedBroker last = answering(LookupType.Connect, "pulsar://owner:6650");
        ScriptedBroker first = answering(LookupType.Redirect, last.url());
        Gateway gateway = Gateways.before(first);
        Peer client = Peer.acceptedBy(gateway)) {
      first.clients().get(0).send(Commands.challenge("renew"));
      client.expect(BaseCommand.Type.AUTH_CHALLENGE);
      client.send(Commands.authResponse("renewed"));

      ask(client, 1);

      assertThat(first.receivedOf(BaseCommand.Type.AUTH_RESPONSE)).hasSize(1);
      assertThat(last.receivedOf(BaseCommand.Type.CONNECT))
          .singleElement()
          .satisfies(connect -> assertThat(new String(connect.getConnect().getAuthData(), UTF_8))
              .isEqualTo("renewed"));
    }
  }

  @Test
  void shouldLetABrokerOnTheWayChallengeTheClient() throws Exception {
    try (ScriptedBroker last = new ScriptedBroker((peer, command) -> {
          switch (command.getType()) {
            case CONNECT -> peer.send(Commands.challenge("who are you"));
            case AUTH_RESPONSE -> peer.send(Commands.connected());
            default ->
              peer.send(Commands.lookedUp(
                  command.getLookupTopic().getRequestId(),
                  LookupType.Connect,
                  "pulsar://owner:6650"));
          }
        });
        ScriptedBroker first = answering(LookupType.Redirect, last.url());
        Gateway gateway = Gateways.before(first);
        Peer client = Peer.acceptedBy(gateway)) {
      client.send(Commands.lookup(1));
      client.expect(BaseCommand.Type.AUTH_CHALLENGE);
      client.send(Commands.authResponse("me"));

      BaseCommand answer = client.expect(BaseCommand.Type.LOOKUP_RESPONSE);

      assertThat(answer.getLookupTopicResponse().getResponse()).isEqualTo(LookupType.Connect);
      assertThat(first.receivedOf(BaseCommand.Type.AUTH_RESPONSE)).isEmpty();
    }
  }

  @Test
  void shouldGiveUpOnBrokersThatRedirectInCircles() throws Exception {
    AtomicReference<String> self = new AtomicReference<>("");
    try (ScriptedBroker broker =
            ScriptedBroker.accepting((peer, command) -> peer.send(Commands.lookedUp(
                command.getLookupTopic().getRequestId(),
                LookupType.Redirect,
                Objects.requireNonNull(self.get()))));
        Gateway gateway = Gateways.before(broker);
        Peer client = Peer.acceptedBy(gateway)) {
      self.set(broker.url());

      CommandLookupTopicResponse answer = ask(client, 1);

      assertThat(answer.getResponse()).isEqualTo(LookupType.Failed);
      assertThat(answer.getError()).isEqualTo(ServerError.ServiceNotReady);
      assertThat(answer.getMessage()).contains("redirected");
      client.send(Commands.ping());
      client.expect(BaseCommand.Type.PONG);
    }
  }

  @Test
  void shouldNotFollowARedirectToABrokerThatIsNotAllowed() throws Exception {
    try (ScriptedBroker other = answering(LookupType.Connect, "pulsar://owner:6650");
        ScriptedBroker broker = answering(LookupType.Redirect, other.url());
        Gateway gateway = Gateway.start(
            GatewayConfig.of(
                Listener.plain("127.0.0.1", 0),
                new Cluster(
                    List.of(broker.address()), Set.of(), Set.of(), false, Optional.empty())),
            new InMemoryPolicyStore(Policies.NONE),
            OpenTelemetry.noop());
        Peer client = Peer.acceptedBy(gateway)) {
      CommandLookupTopicResponse answer = ask(client, 1);

      assertThat(answer.getResponse()).isEqualTo(LookupType.Failed);
      assertThat(answer.getMessage()).contains("may not use");
      assertThat(other.connections()).isZero();
    }
  }

  @Test
  void shouldFailALookupWhoseBrokerIsGoneAndKeepTheConnection() throws Exception {
    ScriptedBroker gone = ScriptedBroker.accepting((client, command) -> {});
    gone.close();
    try (ScriptedBroker broker = answering(LookupType.Redirect, gone.url());
        Gateway gateway = Gateways.before(broker);
        Peer client = Peer.acceptedBy(gateway)) {
      CommandLookupTopicResponse answer = ask(client, 1);

      assertThat(answer.getResponse()).isEqualTo(LookupType.Failed);
      assertThat(answer.getError()).isEqualTo(ServerError.ServiceNotReady);
      client.send(Commands.ping());
      client.expect(BaseCommand.Type.PONG);
    }
  }

  @Test
  void shouldRefuseLookupsBeyondTheLimitAndTakeThemAgainWhenThereIsRoom() throws Exception {
    ConnectionLimits d = ConnectionLimits.DEFAULT;
    ConnectionLimits two =
        new ConnectionLimits(100, 100, d.handshakeTimeout(), d.maxFrameBytes(), 2, 100);
    try (ScriptedBroker broker = ScriptedBroker.accepting((client, command) -> {});
        Gateway gateway = Gateways.before(broker, two);
        Peer client = Peer.acceptedBy(gateway);
        Peer other = Peer.acceptedBy(gateway)) {
      client.send(Commands.lookup(1));
      client.send(Commands.lookup(2));
      Gateways.until(
          "both were asked", () -> broker.receivedOf(BaseCommand.Type.LOOKUP).size() == 2);

      CommandLookupTopicResponse refused = ask(other, 3);

      assertThat(refused.getError()).isEqualTo(ServerError.TooManyRequests);
      broker.clients().get(0).send(Commands.lookedUp(1, LookupType.Connect, "pulsar://owner:6650"));
      client.expect(BaseCommand.Type.LOOKUP_RESPONSE);
      other.send(Commands.lookup(4));
      Gateways.until(
          "there is room again",
          () -> broker.receivedOf(BaseCommand.Type.LOOKUP).size() == 3);

      client.hangUp();
      other.hangUp();
      Gateways.until("everybody is gone", () -> Gateways.connections(gateway).isEmpty());
      try (Peer next = Peer.acceptedBy(gateway)) {
        next.send(Commands.lookup(5));
        next.send(Commands.lookup(6));
        Gateways.until(
            "what the gone held is free",
            () -> broker.receivedOf(BaseCommand.Type.LOOKUP).size() == 5);
      }
    }
  }

  @Test
  void shouldCountARequestIdThatIsUsedAgainOnce() throws Exception {
    ConnectionLimits d = ConnectionLimits.DEFAULT;
    ConnectionLimits three =
        new ConnectionLimits(10, 10, d.handshakeTimeout(), d.maxFrameBytes(), 3, 100);
    try (ScriptedBroker broker = ScriptedBroker.accepting((client, command) -> {});
        Gateway gateway = Gateways.before(broker, three);
        Peer client = Peer.acceptedBy(gateway)) {
      for (int i = 0; i < 10; i++) {
        client.send(Commands.lookup(1));
        client.send(Commands.lookup(2));
      }
      client.send(Commands.producer(1, 1)); // takes the place of a lookup
      client.send(Commands.lookup(3));
      client.send(Commands.lookup(4));
      Gateways.until(
          "none was refused", () -> broker.receivedOf(BaseCommand.Type.LOOKUP).size() == 22);
    }
  }

  @Test
  void shouldForgetLookupsThatNobodyAnswers() throws Exception {
    ConnectionLimits d = ConnectionLimits.DEFAULT;
    ConnectionLimits one =
        new ConnectionLimits(10, 10, d.handshakeTimeout(), d.maxFrameBytes(), 1, 100);
    try (ScriptedBroker broker = ScriptedBroker.accepting((client, command) -> {
          if (command.getType() == BaseCommand.Type.PING) {
            client.send(Commands.ping());
          }
        });
        Gateway gateway = Gateways.before(broker, one, Duration.ofMillis(100));
        Peer client = Peer.acceptedBy(gateway)) {
      client.send(Commands.lookup(0));
      AtomicLong id = new AtomicLong();
      Gateways.until("another passes", () -> {
        try {
          client.send(Commands.lookup(id.incrementAndGet()));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        return broker.receivedOf(BaseCommand.Type.LOOKUP).size() > 1;
      });
    }
  }

  @Test
  void shouldKeepClientsHereWhenATopicMoves() throws Exception {
    try (ScriptedBroker broker = ScriptedBroker.accepting((client, command) -> {});
        Gateway gateway = Gateways.before(broker);
        Peer client = Peer.acceptedBy(gateway)) {
      BaseCommand close = new BaseCommand().setType(BaseCommand.Type.CLOSE_PRODUCER);
      close
          .setCloseProducer()
          .setProducerId(1)
          .setRequestId(-1)
          .setAssignedBrokerServiceUrl("pulsar://next:6650")
          .setAssignedBrokerServiceUrlTls("pulsar+ssl://next:6651");
      BaseCommand migrated = new BaseCommand().setType(BaseCommand.Type.TOPIC_MIGRATED);
      migrated
          .setTopicMigrated()
          .setResourceId(1)
          .setBrokerServiceUrl("pulsar://another-cluster:6650");
      broker.clients().get(0).send(migrated);
      broker.clients().get(0).send(close);

      CommandCloseProducer closed =
          client.expect(BaseCommand.Type.CLOSE_PRODUCER).getCloseProducer();

      assertThat(closed.getAssignedBrokerServiceUrl()).isEqualTo("pulsar://next:6650");
      assertThat(closed.getAssignedBrokerServiceUrlTls()).isEqualTo("pulsar://next:6650");
    }
  }

  private static ScriptedBroker answering(LookupType type, String url) throws IOException {
    return ScriptedBroker.accepting((peer, command) -> {
      if (command.getType() == BaseCommand.Type.LOOKUP) {
        peer.send(Commands.lookedUp(command.getLookupTopic().getRequestId(), type, url));
      }
    });
  }

  private static CommandLookupTopicResponse ask(Peer client, long requestId) throws IOException {
    client.send(Commands.lookup(requestId));
    return client.expect(BaseCommand.Type.LOOKUP_RESPONSE).getLookupTopicResponse();
  }
}
