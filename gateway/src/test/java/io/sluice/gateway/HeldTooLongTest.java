package io.sluice.gateway;

import static io.sluice.gateway.LimitedGateway.NOISY;
import static io.sluice.gateway.LimitedGateway.ONE_PER_SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.config.PublishSettings;
import io.sluice.policy.PublishLimit;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandSendError;
import io.sluice.protocol.wire.ServerError;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With {@code maxHeldMillis} a frame that waits for too long is answered with an error, in order. */
class HeldTooLongTest {

  private static final PublishSettings SETTINGS = new PublishSettings(
      0, 0, true, 1000, 0, PublishSettings.DEFAULT.maxHeldBytesPerConnection(), 0, 200, 100, 100);

  private LimitedGateway limited;
  private Peer client;

  @BeforeEach
  void start() throws IOException {
    limited = new LimitedGateway(SETTINGS);
    limited.limit(NOISY, ONE_PER_SECOND);
    client = Peer.acceptedBy(limited.gateway);
    limited.open(client, 1, NOISY);
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    limited.expectNothingLeft();
    limited.close();
  }

  private void expectRefusal(long sequenceId) throws IOException {
    CommandSendError error = client.expect(BaseCommand.Type.SEND_ERROR).getSendError();
    assertThat(error.getProducerId()).isEqualTo(1);
    assertThat(error.getSequenceId()).isEqualTo(sequenceId);
    assertThat(error.getError()).isEqualTo(ServerError.NotAllowedError);
    assertThat(error.getMessage()).contains("publish limit");
  }

  @Test
  void shouldRefuseTheOldestFramesInOrderOnceTheyHaveWaitedTooLong() throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);
    client.send(Commands.send(1, 1, 10));
    BaseCommand batch = new BaseCommand().setType(BaseCommand.Type.SEND);
    batch.setSend().setProducerId(1).setSequenceId(2).setHighestSequenceId(6).setNumMessages(5);
    client.send(Commands.withPayload(batch, 10));
    client.expect(BaseCommand.Type.SEND_RECEIPT);

    expectRefusal(1);
    expectRefusal(6);

    assertThat(limited.published(1)).containsExactly(0L);
    assertThat(limited.gateway.node().publishMetrics().refusals()).isEqualTo(2);
    limited.limit(NOISY, PublishLimit.NONE);
    Gateways.until("no frame is held", () -> limited.heldFrames(1) == 0);
    client.send(Commands.send(1, 7, 10));
    assertThat(client.expect(BaseCommand.Type.SEND_RECEIPT).getSendReceipt().getSequenceId())
        .isEqualTo(7);
  }

  @Test
  void shouldNotRefuseBeforeTheBrokerHasAnsweredEverythingBefore() throws Exception {
    limited.answers = false;
    LimitedGateway.useUpTheLimit(client, 1);
    client.send(Commands.send(1, 1, 10));
    Gateways.until(
        "it has waited for too long",
        () -> limited.heldFrames(1) == 1
            && limited.producer(1).throttle().orElseThrow().oldest().toMillis() > 500);

    limited.broker.clients().get(0).send(Commands.receipt(1, 0));

    client.expect(BaseCommand.Type.SEND_RECEIPT); // not the error, which would be out of order
    expectRefusal(1);
  }

  @Test
  void shouldNotTearChunksApart() throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);
    client.send(Commands.sendChunk(1, 1));
    client.send(Commands.send(1, 2, 10));
    client.expect(BaseCommand.Type.SEND_RECEIPT);
    Gateways.until(
        "they have waited for too long",
        () -> limited.heldFrames(1) == 2
            && limited.producer(1).throttle().orElseThrow().oldest().toMillis() > 500);

    limited.limit(NOISY, PublishLimit.NONE);

    assertThat(client.expect(BaseCommand.Type.SEND_RECEIPT).getSendReceipt().getSequenceId())
        .isEqualTo(1);
  }

  @Test
  void shouldCloseAProducerOfWhichEverythingWasRefused() throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);
    client.send(Commands.send(1, 1, 10));
    client.send(Commands.closeProducer(1, 77));
    client.expect(BaseCommand.Type.SEND_RECEIPT);

    expectRefusal(1);

    assertThat(client.expect(BaseCommand.Type.SUCCESS).getSuccess().getRequestId())
        .isEqualTo(77);
    assertThat(limited.connection().producers()).isEmpty();
  }

  @Test
  void shouldLeaveNothingBehindOfAClientThatDoesNotReadItsErrors() throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);
    client.expect(BaseCommand.Type.SEND_RECEIPT);
    byte[] frame = Commands.send(1, 1, 10);
    ByteArrayOutputStream many = new ByteArrayOutputStream();
    for (int i = 0; i < 200_000; i++) {
      many.write(frame);
    }

    client.send(many.toByteArray());

    Gateways.until(
        "it is sent away", () -> Gateways.connections(limited.gateway).isEmpty());
    limited.expectNothingLeft();
  }
}
