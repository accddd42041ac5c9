package io.sluice.gateway;

import static io.sluice.gateway.LimitedGateway.NOISY;
import static io.sluice.gateway.LimitedGateway.ONE_PER_SECOND;
import static io.sluice.gateway.LimitedGateway.QUIET;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.policy.PublishLimit;
import io.sluice.protocol.Frames;
import io.sluice.protocol.wire.BaseCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client cannot have more than its limit, or use up another's, however it behaves. */
class LimitEvasionTest {

  private LimitedGateway limited;
  private Peer client;

  @BeforeEach
  void start() throws IOException {
    limited = new LimitedGateway(PublishSettings.DEFAULT);
    limited.limit(NOISY, ONE_PER_SECOND);
    client = Peer.acceptedBy(limited.gateway);
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    limited.expectNothingLeft();
    limited.close();
  }

  private void useUpTheLimit() throws IOException {
    limited.open(client, 1, NOISY);
    LimitedGateway.useUpTheLimit(client, 1);
    client.expect(BaseCommand.Type.SEND_RECEIPT);
  }

  @Test
  void shouldNotGiveAFrameToEveryNewProducer() throws Exception {
    useUpTheLimit();
    client.send(Commands.closeProducer(1, 77));
    client.expect(BaseCommand.Type.SUCCESS);

    limited.open(client, 2, NOISY);
    client.send(Commands.send(2, 1, 100));

    Gateways.until("it is held", () -> limited.heldFrames() == 1);
    assertThat(limited.published(2)).isEmpty();
  }

  @Test
  void shouldNotGiveAFrameToAProducerThatIsOpenedAgain() throws Exception {
    useUpTheLimit();
    client.send(Commands.send(1, 1, 100));
    limited.open(client, 1, NOISY);

    client.send(Commands.send(1, 2, 100));

    Gateways.until("it is held", () -> limited.heldFrames() == 1);
    assertThat(limited.published(1)).containsExactly(0L);
  }

  @Test
  void shouldNotGiveAFrameToEveryProducerOfATopicWhenNothingIsLeft() throws Exception {
    limited.limit(QUIET, PublishLimit.of(1000, 0));
    for (int id = 1; id <= 20; id++) {
      limited.open(client, id, QUIET);
    }
    for (int id = 1; id <= 20; id++) {
      client.send(Commands.sendBatch(id, 0, 5000, 100));
    }

    Gateways.until("all others wait", () -> limited.heldFrames() == 19);

    Gateways.until(
        "the frame that has passed arrives",
        () -> !limited.broker.receivedOf(BaseCommand.Type.SEND).isEmpty());
    assertThat(LongStream.rangeClosed(1, 20).filter(id -> !limited.published(id).isEmpty()))
        .hasSize(1);
  }

  @Test
  void shouldNotLetAnybodyUseUpALimitWhomTheBrokerHasNotAccepted() throws Exception {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.write(ByteBufUtil.getBytes(Frames.of(Commands.producer(66, 66, NOISY))));
    both.write(Commands.sendBatch(66, 0, Integer.MAX_VALUE, 10));
    client.send(both.toByteArray()); // before the broker can have answered
    client.expect(BaseCommand.Type.PRODUCER_SUCCESS);

    limited.open(client, 1, NOISY);
    client.send(Commands.send(1, 0, 10));

    client.expect(BaseCommand.Type.SEND_RECEIPT);
    assertThat(limited.published(66)).isEmpty();
  }

  @Test
  void shouldNotBelieveInAProducerThatWasClosedBeforeItsAnswerCame() throws Exception {
    limited.open(client, 1, QUIET);
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.write(ByteBufUtil.getBytes(Frames.of(Commands.producer(1, 501, QUIET))));
    both.write(ByteBufUtil.getBytes(Frames.of(Commands.closeProducer(1, 502))));
    client.send(both.toByteArray());
    client.expect(BaseCommand.Type.PRODUCER_SUCCESS); // of the one that was there
    client.expect(BaseCommand.Type.SUCCESS); // and is closed now

    useUpTheLimit();
    client.send(Commands.send(1, 1, 100));

    Gateways.until("it is held", () -> limited.heldFrames() == 1);
    assertThat(limited.producer(1).topic()).isEqualTo(NOISY);
  }

  @Test
  void shouldLimitATopicInWhateverSpelling() throws Exception {
    useUpTheLimit();

    limited.open(client, 2, "PERSISTENT://public/default/noisy");
    client.send(Commands.send(2, 0, 100));

    Gateways.until("it is held", () -> limited.heldFrames() == 1);
  }
}
