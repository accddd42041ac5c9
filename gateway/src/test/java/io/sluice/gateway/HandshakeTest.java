package io.sluice.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sluice.protocol.FrameEditor;
import io.sluice.protocol.Frames;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.ServerError;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class HandshakeTest {

  private static final Duration SHORT = Duration.ofMillis(200);

  @Test
  void shouldRelayTheCredentialsByteByByteButForTheTarget() throws Exception {
    try (ScriptedBroker broker = ScriptedBroker.accepting((client, command) -> {});
        Gateway gateway = Gateways.before(broker);
        Peer client = Peer.connectedTo(gateway)) {
      byte[] future = ByteBufUtil.getBytes(FrameEditor.edit(
          Frames.of(Commands.connect()),
          BaseCommand.Type.CONNECT_VALUE,
          fields -> fields.with(1385, "from the future")));
      byte[] asked = ByteBufUtil.getBytes(FrameEditor.edit(
          Unpooled.wrappedBuffer(future),
          BaseCommand.Type.CONNECT_VALUE,
          fields -> fields.with(6, broker.address().toString())));

      client.send(asked);
      client.expect(BaseCommand.Type.CONNECTED);

      assertThat(broker.received()).hasSize(1);
      assertThat(broker.received().get(0)).isEqualTo(future);
    }
  }

  @Test
  void shouldRelayAuthenticationInSeveralSteps() throws Exception {
    try (ScriptedBroker broker = new ScriptedBroker((peer, command) -> {
          switch (command.getType()) {
            case CONNECT -> peer.send(Commands.challenge("first"));
            case AUTH_RESPONSE -> {
              String answer =
                  new String(command.getAuthResponse().getResponse().getAuthData(), UTF_8);
              peer.send(
                  answer.equals("to first") ? Commands.challenge("second") : Commands.connected());
            }
            default -> {}
          }
        });
        Gateway gateway = Gateways.before(broker);
        Peer client = Peer.connectedTo(gateway)) {
      client.send(Commands.connect());

      BaseCommand first = client.expect(BaseCommand.Type.AUTH_CHALLENGE);
      client.send(Commands.authResponse("to first"));
      BaseCommand second = client.expect(BaseCommand.Type.AUTH_CHALLENGE);
      client.send(Commands.authResponse("to second"));
      client.expect(BaseCommand.Type.CONNECTED);

      assertThat(new String(first.getAuthChallenge().getChallenge().getAuthData(), UTF_8))
          .isEqualTo("first");
      assertThat(new String(second.getAuthChallenge().getChallenge().getAuthData(), UTF_8))
          .isEqualTo("second");
    }
  }

  @Test
  void shouldRefuseABrokerThatIsNotOfTheCluster() throws Exception {
    try (ScriptedBroker broker = ScriptedBroker.accepting((client, command) -> {});
        ScriptedBroker victim = ScriptedBroker.accepting((client, command) -> {});
        Gateway gateway = Gateways.before(broker)) {
      for (String target : Arrays.asList(
          victim.address().toString(),
          "127.0.0.1:22",
          "169.254.169.254:80",
          "localhost:" + broker.address().port(),
          "",
          "no address",
          "a@127.0.0.1:" + broker.address().port(),
          "127.0.0.1:" + broker.address().port() + "/x")) {
        try (Peer client = Peer.connectedTo(gateway)) {
          client.send(Commands.connectTo(target));

          BaseCommand answer = Objects.requireNonNull(client.lastBeforeClose());

          assertThat(answer.getError().getError())
              .as(target)
              .isEqualTo(ServerError.AuthorizationError);
        }
      }
      assertThat(victim.connections()).isZero();
    }
  }

  @Test
  void shouldSayWhenNoBrokerCanBeReached() throws Exception {
    ScriptedBroker gone = ScriptedBroker.accepting((client, command) -> {});
    gone.close();
    try (Gateway gateway = Gateways.before(gone);
        Peer client = Peer.connectedTo(gateway)) {
      client.send(Commands.connect());

      BaseCommand answer = Objects.requireNonNull(client.lastBeforeClose());

      assertThat(answer.getError().getError()).isEqualTo(ServerError.ServiceNotReady);
      assertThat(answer.getError().getMessage()).contains("no broker could be reached");
      Gateways.until("the node says so too", () -> gateway
          .notReadyBecause()
          .filter(why -> why.contains("can be reached"))
          .isPresent());
    }
  }

  @Test
  void shouldCloseWhoeverSpeaksBeforeIntroducingItself() throws Exception {
    try (ScriptedBroker broker = ScriptedBroker.accepting((client, command) -> {});
        Gateway gateway = Gateways.before(broker)) {
      for (BaseCommand early : new BaseCommand[] {
        Commands.ping(), Commands.lookup(1), Commands.producer(1, 1), Commands.connected()
      }) {
        try (Peer client = Peer.connectedTo(gateway)) {
          client.send(early);
          assertThat(client.lastBeforeClose())
              .as("answer to %s", early.getType())
              .isNull();
        }
      }
      assertThat(broker.received()).isEmpty();
    }
  }

  @Test
  void shouldCloseWhoeverSpeaksBeforeTheBrokerHasAnswered() throws Exception {
    try (ScriptedBroker broker = new ScriptedBroker((client, command) -> {});
        Gateway gateway = Gateways.before(broker);
        Peer client = Peer.connectedTo(gateway)) {
      client.send(Commands.connect());
      Gateways.until("the broker was asked", () -> !broker.received().isEmpty());

      client.send(Commands.producer(1, 1));

      assertThat(client.lastBeforeClose()).isNull();
      assertThat(broker.received()).hasSize(1);
    }
  }

  @Test
  void shouldCloseWhoeverIntroducesItselfTwice() throws Exception {
    try (ScriptedBroker broker = ScriptedBroker.accepting((client, command) -> {});
        Gateway gateway = Gateways.before(broker);
        Peer client = Peer.acceptedBy(gateway)) {
      client.send(Commands.connect());

      assertThat(client.lastBeforeClose()).isNull();
      assertThat(broker.received()).hasSize(1);
    }
  }

  @Test
  void shouldGiveUpOnClientsThatTakeTooLong() throws Exception {
    try (ScriptedBroker broker = ScriptedBroker.accepting((client, command) -> {});
        Gateway gateway = Gateways.before(broker, Gateways.handshakeTimeout(SHORT));
        Peer witness = Peer.acceptedBy(gateway);
        Peer silent = Peer.connectedTo(gateway);
        Peer slow = Peer.connectedTo(gateway)) {
      Thread trickle =
          new Thread(() -> trickle(slow, ByteBufUtil.getBytes(Frames.of(Commands.connect()))));
      trickle.start();

      assertThat(silent.lastBeforeClose()).isNull();
      assertThat(slow.lastBeforeClose()).isNull();
      trickle.join();

      witness.send(Commands.ping());
      witness.expect(BaseCommand.Type.PONG);
    }
  }

  /** A byte every 50 ms: the whole would take longer than a client has. */
  private static void trickle(Peer client, byte[] bytes) {
    try {
      for (byte b : bytes) {
        client.send(new byte[] {b});
        Thread.sleep(50);
      }
    } catch (IOException closed) {
      return;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldGiveUpOnABrokerThatDoesNotAnswer() throws Exception {
    try (ScriptedBroker broker = new ScriptedBroker((client, command) -> {});
        Gateway gateway = Gateways.before(broker, Gateways.handshakeTimeout(SHORT));
        Peer client = Peer.connectedTo(gateway)) {
      client.send(Commands.connect());

      assertThat(client.lastBeforeClose()).isNull();
      Gateways.until("nothing is left", () -> Gateways.connections(gateway).isEmpty());
    }
  }
}
