package io.sluice.gateway;

import static io.sluice.gateway.LimitedGateway.NOISY;
import static io.sluice.gateway.LimitedGateway.ONE_PER_SECOND;
import static io.sluice.gateway.LimitedGateway.QUIET;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.policy.PublishLimit;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.ServerError;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A producer over its topic's limit waits, in order, and no other producer notices. */
class HoldingTest {

  private LimitedGateway limited;
  private Peer client;

  @BeforeEach
  void start() throws IOException {
    limited = new LimitedGateway(PublishSettings.DEFAULT);
    limited.limit(NOISY, ONE_PER_SECOND);
    client = Peer.acceptedBy(limited.gateway);
    limited.open(client, 1, NOISY);
    limited.open(client, 2, QUIET);
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    limited.expectNothingLeft();
    limited.close();
  }

  /** Sends frames of the noisy producer; the first passes, all others are held. */
  private void push(int frames) throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);
    for (int i = 1; i < frames; i++) {
      client.send(Commands.send(1, i, 100));
    }
    client.expect(BaseCommand.Type.SEND_RECEIPT);
    Gateways.until("frames are held", () -> limited.heldFrames(1) == frames - 1);
  }

  private static List<Long> numbers(int count) {
    return LongStream.range(0, count).boxed().toList();
  }

  @Test
  void shouldHoldOneProducerWhileItsNeighbourGoesOn() throws Exception {
    push(50);

    for (int i = 0; i < 100; i++) {
      client.send(Commands.send(2, i, 100));
      assertThat(client.expect(BaseCommand.Type.SEND_RECEIPT).getSendReceipt().getProducerId())
          .isEqualTo(2);
    }

    assertThat(limited.published(1)).containsExactly(0L);
    assertThat(limited.connection().paused()).isEmpty();
  }

  @Test
  void shouldPublishInOrderWhenTheLimitIsRemoved() throws Exception {
    push(5000);

    limited.limit(NOISY, PublishLimit.NONE);
    client.send(Commands.send(1, 5000, 100));

    for (int i = 1; i <= 5000; i++) {
      assertThat(client.expect(BaseCommand.Type.SEND_RECEIPT).getSendReceipt().getSequenceId())
          .isEqualTo(i);
    }
    assertThat(limited.published(1)).isEqualTo(numbers(5001));
    assertThat(limited.producer(1).throttle()).isEmpty();
  }

  @Test
  void shouldSayWhoWaitsForWhichLimitSinceWhenAndWithHowMuch() throws Exception {
    push(11);

    ConnectionView.ThrottleView throttle = limited.producer(1).throttle().orElseThrow();

    assertThat(throttle.limit()).isEqualTo(ONE_PER_SECOND);
    assertThat(throttle.origin()).hasToString("topic " + NOISY);
    assertThat(throttle.since()).isBefore(Instant.now());
    assertThat(throttle.heldFrames()).isEqualTo(10);
    assertThat(throttle.heldBytes()).isEqualTo(10L * Commands.send(1, 1, 100).length);
    assertThat(throttle.oldest()).isPositive();
    assertThat(limited.producer(2).throttle()).isEmpty();
    assertThat(limited.heldFrames()).isEqualTo(10);
    assertThat(limited.heldBytes()).isGreaterThanOrEqualTo(throttle.heldBytes());
  }

  @Test
  void shouldSayHowLongAProducerHasWaitedWhileItDoesAndAfterwards() throws Exception {
    push(2);
    Duration early = limited.producer(1).throttled();
    Gateways.until(
        "it has waited for longer", () -> limited.producer(1).throttled().compareTo(early) > 0);

    limited.limit(NOISY, PublishLimit.NONE);
    client.expect(BaseCommand.Type.SEND_RECEIPT);

    Duration all = limited.producer(1).throttled();
    assertThat(all).isGreaterThan(early);
    assertThat(limited.producer(1).throttle()).isEmpty();
    assertThat(limited.producer(1).throttled()).isEqualTo(all);
    assertThat(limited.producer(2).throttled()).isZero();
  }

  @Test
  void shouldCloseAProducerBehindWhatItHasPublished() throws Exception {
    push(10);
    client.send(Commands.closeProducer(1, 77));
    client.send(Commands.send(1, 10, 100)); // which is too late

    client.send(Commands.send(2, 0, 100));
    client.expect(BaseCommand.Type.SEND_RECEIPT);
    assertThat(limited.broker.receivedOf(BaseCommand.Type.CLOSE_PRODUCER)).isEmpty();
    limited.limit(NOISY, PublishLimit.NONE);

    for (int i = 1; i < 10; i++) {
      client.expect(BaseCommand.Type.SEND_RECEIPT);
    }
    assertThat(client.expect(BaseCommand.Type.SUCCESS).getSuccess().getRequestId())
        .isEqualTo(77);
    assertThat(limited.published(1)).isEqualTo(numbers(10));
    List<BaseCommand.Type> types = limited.broker.received().stream()
        .map(frame -> Peer.command(frame).getType())
        .toList();
    assertThat(types.lastIndexOf(BaseCommand.Type.SEND))
        .isLessThan(types.indexOf(BaseCommand.Type.CLOSE_PRODUCER));
    assertThat(limited.connection().producers()).hasSize(1);
  }

  @Test
  void shouldForgetWhatIsHeldWhenTheBrokerClosesTheProducer() throws Exception {
    push(10);

    limited.broker.clients().get(0).send(Commands.closeProducer(1, 0));

    client.expect(BaseCommand.Type.CLOSE_PRODUCER);
    limited.expectNothingLeft();
    assertThat(limited.connection().producers()).hasSize(1);
    limited.open(client, 1, NOISY);
    limited.limit(NOISY, PublishLimit.NONE);
    client.send(Commands.send(1, 1, 100));
    client.expect(BaseCommand.Type.SEND_RECEIPT);
    assertThat(limited.published(1)).as("what was held is not published").containsExactly(0L, 1L);
  }

  @Test
  void shouldTellTheBrokerOfAHeldCloseWhenItClosesTheProducerItself() throws Exception {
    push(10);
    client.send(Commands.closeProducer(1, 77));
    client.send(Commands.send(2, 0, 100));
    client.expect(BaseCommand.Type.SEND_RECEIPT);

    limited.broker.clients().get(0).send(Commands.closeProducer(1, 0));

    client.expect(BaseCommand.Type.CLOSE_PRODUCER);
    assertThat(client.expect(BaseCommand.Type.SUCCESS).getSuccess().getRequestId())
        .isEqualTo(77);
  }

  @Test
  void shouldForgetWhatIsHeldWhenTheClientOpensTheProducerAgain() throws Exception {
    push(10);

    limited.open(client, 1, NOISY);

    limited.expectNothingLeft();
    limited.limit(NOISY, PublishLimit.NONE);
    client.send(Commands.send(1, 1, 100));
    client.expect(BaseCommand.Type.SEND_RECEIPT);
    assertThat(limited.published(1)).containsExactly(0L, 1L);
  }

  @Test
  void shouldCloseAndOpenInOrderWhenTheClientOpensAClosedProducerAgain() throws Exception {
    push(10);
    client.send(Commands.closeProducer(1, 77));
    client.send(Commands.producer(1, 78, NOISY));

    client.expect(BaseCommand.Type.SUCCESS);
    client.expect(BaseCommand.Type.PRODUCER_SUCCESS);

    assertThat(limited.connection().producers()).hasSize(2);
    assertThat(limited.published(1)).containsExactly(0L);
  }

  @ParameterizedTest
  @EnumSource(
      value = ServerError.class,
      names = {"ChecksumError", "TopicTerminatedError"})
  void shouldForgetWhatIsHeldAfterErrorsThatMakeTheClientStartAnew(ServerError error)
      throws Exception {
    push(10);

    limited.broker.clients().get(0).send(Commands.sendError(1, 0, error));

    client.expect(BaseCommand.Type.SEND_ERROR);
    limited.expectNothingLeft();
    assertThat(limited.producer(1).throttle()).isEmpty();
  }

  @Test
  void shouldKeepWhatIsHeldAfterAnErrorOfASingleMessage() throws Exception {
    push(10);

    limited.broker.clients().get(0).send(Commands.sendError(1, 0, ServerError.NotAllowedError));

    client.expect(BaseCommand.Type.SEND_ERROR);
    assertThat(limited.heldFrames(1)).isEqualTo(9);
  }

  @Test
  void shouldForgetWhatIsHeldWhenTheClientIsGone() throws Exception {
    push(1000);

    client.hangUp();

    limited.expectNothingLeft();
    assertThat(Gateways.connections(limited.gateway)).isEmpty();
  }

  @Test
  void shouldLetNobodyOvertakeThoseWhoWait() throws Exception {
    push(2);
    try (Peer other = Peer.connectedTo(limited.gateway)) {
      other.send(Commands.connect());
      other.expect(BaseCommand.Type.CONNECTED);
      limited.open(other, 1, "/noisy"); // the same topic in another spelling

      other.send(Commands.send(1, 500, 100));
      Gateways.until("it is held, too", () -> limited.heldFrames() == 2);

      assertThat(limited.published(1)).containsExactly(0L);
    }
  }

  @Test
  void shouldLetClientsGoOnDrainWithoutPublishingWhatIsHeld() throws Exception {
    push(10);

    var drained = limited.gateway.drain(Duration.ofSeconds(30));

    assertThat(client.lastBeforeClose()).isNull();
    drained.toCompletableFuture().join();
    assertThat(limited.published(1)).containsExactly(0L);
  }
}
