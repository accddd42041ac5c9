package io.sluice.gateway;

import static io.sluice.gateway.LimitedGateway.NOISY;
import static io.sluice.gateway.LimitedGateway.ONE_PER_SECOND;
import static io.sluice.gateway.LimitedGateway.QUIET;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.internal.limit.SharedLimiter;
import io.sluice.gateway.internal.limit.TopicPublishLimiter;
import io.sluice.gateway.internal.publish.ThrottleCommandMetrics;
import io.sluice.policy.PublishLimit;
import io.sluice.protocol.FrameEditor;
import io.sluice.protocol.Frames;
import io.sluice.protocol.ThrottleCommands;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandThrottleProducer;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client that understands it is told which producer is throttled, why and for how long. */
class ThrottleNotifierTest {

  private static final int FEATURE_FLAGS = 10;
  private static final long A_DAY_MILLIS = 86_400_000;

  private LimitedGateway limited;
  private Peer client;

  @BeforeEach
  void start() throws IOException {
    limited = new LimitedGateway(PublishSettings.DEFAULT);
    limited.limit(NOISY, ONE_PER_SECOND);
    client = Peer.awareOf(limited.gateway);
    limited.open(client, 1, NOISY);
    limited.open(client, 2, QUIET);
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    limited.expectNothingLeft();
    limited.close();
  }

  private CommandThrottleProducer told(Peer peer) throws IOException {
    return peer.skipTo(BaseCommand.Type.THROTTLE_PRODUCER).getThrottleProducer();
  }

  private void promise(Peer peer, CommandThrottleProducer told) throws IOException {
    peer.send(ByteBufUtil.getBytes(ThrottleCommands.receipt(told.getRequestId())));
  }

  /** Promises whatever the client is told from now on, and passes it on. */
  private BlockingQueue<CommandThrottleProducer> promiseAll() {
    BlockingQueue<CommandThrottleProducer> heard = new LinkedBlockingQueue<>();
    Thread reader = new Thread(
        () -> {
          try {
            while (true) {
              CommandThrottleProducer told = told(client);
              promise(client, told);
              heard.add(told);
            }
          } catch (IOException closed) {
            return;
          }
        },
        "promises");
    reader.setDaemon(true);
    reader.start();
    return heard;
  }

  private ThrottleCommandMetrics metrics() {
    return limited.gateway.node().publishMetrics().throttleCommands();
  }

  @Test
  void shouldSayThatItCanToAClientThatAsksAndNothingOfItToTheBroker() throws Exception {
    try (Peer another = Peer.connectedTo(limited.gateway)) {
      another.send(Commands.connectAware());

      BaseCommand connected = another.expect(BaseCommand.Type.CONNECTED);

      assertThat(connected.getConnected().getFeatureFlags().isSupportsThrottleProducerCommands())
          .isTrue();
      assertThat(connected.getConnected().getServerVersion()).isEqualTo("scripted");
      assertThat(limited.broker.receivedOf(BaseCommand.Type.CONNECT))
          .hasSize(2)
          .noneMatch(connect ->
              connect.getConnect().getFeatureFlags().isSupportsThrottleProducerCommands());
    }
  }

  @Test
  void shouldLeaveAClientThatDoesNotAskAsItWas() throws Exception {
    try (Peer stock = Peer.connectedTo(limited.gateway)) {
      stock.send(Commands.connect());

      assertThat(stock.receiveFrame())
          .isEqualTo(ByteBufUtil.getBytes(Frames.of(Commands.connected())));

      limited.open(stock, 3, NOISY);
      stock.send(Commands.sendBatch(3, 0, 100, 100));
      stock.send(Commands.send(3, 1, 100));
      Gateways.until("it is held", () -> limited.heldFrames() == 1);
      limited.limit(NOISY, PublishLimit.NONE);
      // Nothing comes but the two receipts: another command would fail the test.
      stock.expect(BaseCommand.Type.SEND_RECEIPT);
      stock.expect(BaseCommand.Type.SEND_RECEIPT);
    }
  }

  @Test
  void shouldTellWhichProducerAndWhyAndForHowLong() throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);

    CommandThrottleProducer told = told(client);

    assertThat(told.getProducerId()).isEqualTo(1);
    assertThat(told.getThrottlingReason()).isEqualTo(ThrottlingReason.TopicProduceQuotaExceeded);
    assertThat(told.getPauseForMillis()).isBetween(A_DAY_MILLIS - 60_000, A_DAY_MILLIS + 60_000);
    assertThat(limited.producer(1).throttle()).isPresent();
    assertThat(limited.heldFrames()).isZero();
  }

  @Test
  void shouldKeepPromisesToItselfAndCountThem() throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);
    CommandThrottleProducer told = told(client);

    promise(client, told);
    promise(client, told); // twice
    client.send(ByteBufUtil.getBytes(ThrottleCommands.receipt(told.getRequestId() + 1000)));
    client.send(ByteBufUtil.getBytes(ThrottleCommands.receipt(-1)));
    client.send(Commands.send(2, 0, 100));
    Gateways.until("all is read", () -> limited.published(2).size() == 1);

    assertThat(metrics().commands(ThrottlingReason.TopicProduceQuotaExceeded)).isEqualTo(1);
    assertThat(metrics().receiptsInTime()).isEqualTo(1);
    assertThat(metrics().receiptsLate()).isZero();
    assertThat(metrics().receiptsMissing()).isZero();
    assertThat(limited.broker.receivedOf(BaseCommand.Type.THROTTLE_PRODUCER_RECEIPT))
        .isEmpty();
  }

  @Test
  void shouldTreatAClientThatDoesNotAnswerAsAnyOther() throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);
    CommandThrottleProducer told = told(client);
    Gateways.until("the answer is missing", () -> metrics().receiptsMissing() == 1);

    assertThat(limited.producer(1).throttle())
        .as("a place for what is not here")
        .isEmpty();
    client.send(Commands.send(1, 1, 100));
    Gateways.until("it is held", () -> limited.heldFrames(1) == 1);
    promise(client, told);
    Gateways.until("the answer came late", () -> metrics().receiptsLate() == 1);

    assertThat(metrics().receiptsInTime()).isZero();
    assertThat(metrics().promisesBroken()).isZero();
  }

  @Test
  void shouldHoldAndCountWhatComesInSpiteOfAPromise() throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);
    client.send(Commands.send(1, 1, 100)); // under way before the client can know
    promise(client, told(client));
    for (int i = 2; i < 10; i++) {
      client.send(Commands.send(1, i, 100));
    }
    Gateways.until("they are held", () -> limited.heldFrames(1) == 9);

    assertThat(metrics().promisesBroken()).isEqualTo(8);

    limited.limit(NOISY, PublishLimit.NONE);
    Gateways.until("they are published", () -> limited.published(1).size() == 10);
    assertThat(limited.published(1)).isEqualTo(LongStream.range(0, 10).boxed().toList());
  }

  @Test
  void shouldEndThePauseWhenTheLimitIsRaised() throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);
    promise(client, told(client));
    Gateways.until("it has promised", () -> metrics().receiptsInTime() == 1);

    limited.limit(NOISY, PublishLimit.of(1_000_000, 0));

    CommandThrottleProducer end = told(client);
    assertThat(end.getProducerId()).isEqualTo(1);
    assertThat(end.getPauseForMillis()).isLessThan(1000); // what is owed of the day
    Gateways.until("its turn has come", () -> limited.producer(1).throttle().isEmpty());
    client.send(Commands.send(1, 1, 100));
    Gateways.until("it is published", () -> limited.published(1).size() == 2);
    assertThat(metrics().promisesBroken()).isZero();
  }

  @Test
  void shouldEndThePauseWhenTheLimitIsRemoved() throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);
    promise(client, told(client));

    limited.limit(NOISY, PublishLimit.NONE);

    assertThat(told(client).getPauseForMillis()).isZero();
  }

  @Test
  void shouldShortenThePauseWhenTheLimitIsRaisedALittle() throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);
    promise(client, told(client));

    limited.limit(NOISY, PublishLimit.of(10, 0));

    assertThat(told(client).getPauseForMillis())
        .isBetween(A_DAY_MILLIS / 10 - 60_000, A_DAY_MILLIS / 10 + 60_000);
    assertThat(limited.producer(1).throttle()).isPresent();
  }

  @Test
  void shouldTellThoseWhoHaveNotSentLatelyAndThoseWhoComeLater() throws Exception {
    try (Peer idle = Peer.awareOf(limited.gateway);
        Peer later = Peer.awareOf(limited.gateway)) {
      limited.open(idle, 7, NOISY);
      limited.open(later, 8, QUIET);
      LimitedGateway.useUpTheLimit(client, 1);

      CommandThrottleProducer told = told(idle);
      assertThat(told.getProducerId()).isEqualTo(7);
      assertThat(told.getPauseForMillis()).isGreaterThan(A_DAY_MILLIS / 2);

      limited.open(later, 9, NOISY);
      CommandThrottleProducer toldLater = told(later);
      assertThat(toldLater.getProducerId()).isEqualTo(9);

      limited.limit(NOISY, PublishLimit.NONE);
      assertThat(told(idle).getPauseForMillis()).isZero();
      assertThat(told(later).getPauseForMillis()).isZero();
    }
  }

  @Test
  void shouldExtendAPauseBeforeItEnds() throws Exception {
    limitNow(PublishLimit.of(10, 0));
    try (Peer stock = Peer.acceptedBy(limited.gateway)) {
      limited.open(stock, 3, NOISY);
      client.send(Commands.sendBatch(1, 0, 20, 100));
      CommandThrottleProducer first = told(client);
      promise(client, first);
      // Another producer publishes, with which the gateway could not reckon.
      for (int i = 0; i < 50; i++) {
        stock.send(Commands.sendBatch(3, i, 5, 100));
      }
      limited.limit(NOISY, PublishLimit.of(1, 0));

      CommandThrottleProducer second = told(client);

      assertThat(second.getRequestId()).isGreaterThan(first.getRequestId());
      assertThat(second.getPauseForMillis()).isPositive();
    }
  }

  @Test
  void shouldLeaveNothingBehindOfAProducerThatIsClosedInAPause() throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);
    promise(client, told(client));

    client.send(Commands.closeProducer(1, 99));
    client.skipTo(BaseCommand.Type.SUCCESS);

    assertThat(limited.connection().producers()).hasSize(1);
    limitNow(PublishLimit.of(1_000_000, 0));
    limited.open(client, 1, NOISY);
    client.send(Commands.send(1, 5, 100));
    client.skipTo(BaseCommand.Type.SEND_RECEIPT);
  }

  private int waiting() {
    return limits().mapToInt(SharedLimiter::waiting).sum();
  }

  private Stream<TopicPublishLimiter> limits() {
    return limited.gateway.node().publishLimits().topics().stream();
  }

  private void limitNow(PublishLimit limit) throws InterruptedException {
    limited.limitNow(NOISY, limit);
  }

  @Test
  void shouldNotKeepATurnForWhoUsesItTooSlowly() throws Exception {
    limitNow(PublishLimit.of(100_000, 0).withBurst(Duration.ofMillis(50)));
    BlockingQueue<CommandThrottleProducer> heard = promiseAll();
    client.send(Commands.sendBatch(1, 0, 6000, 100));
    heard.take();
    AtomicLong sequenceId = new AtomicLong();
    Gateways.until("its turn has come and is kept", () -> {
      boolean hasCome = limited.producer(1).throttle().isEmpty();
      if (hasCome && waiting() == 0) { // and was given back before this was looked at
        send(Commands.sendBatch(1, sequenceId.incrementAndGet(), 6000, 100));
        return false;
      }
      return hasCome && waiting() == 1;
    });

    Gateways.until("no other producer has to queue up", () -> {
      send(Commands.send(1, sequenceId.incrementAndGet(), 100));
      return waiting() == 0;
    });
  }

  private void send(byte[] frame) {
    try {
      client.send(frame);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldNotShortenAPauseThatIsForAWholeTurn() throws Exception {
    limitNow(PublishLimit.of(1000, 0).withBurst(Duration.ofMillis(10)));
    client.send(Commands.sendBatch(1, 0, 12, 100));
    CommandThrottleProducer first = told(client);
    promise(client, first);
    assertThat(first.getPauseForMillis()).isGreaterThan(90);

    // Its turn, or that it takes a little longer than was guessed.
    assertThat(told(client).getPauseForMillis())
        .isNotIn(LongStream.range(1, 40).boxed().toList());
  }

  @Test
  void shouldReserveLittleForWhoHasLeftItsTurn() throws Exception {
    limitNow(PublishLimit.of(1000, 0).withBurst(Duration.ofMillis(10)));
    BlockingQueue<CommandThrottleProducer> heard = promiseAll();
    client.send(Commands.sendBatch(1, 0, 12, 100));
    CommandThrottleProducer first = heard.take();
    assertThat(first.getPauseForMillis()).as("with its share").isGreaterThan(50);
    Gateways.until("its turn has come and gone", () -> waiting() == 0);

    long said = metrics().commands(ThrottlingReason.TopicProduceQuotaExceeded);
    client.send(Commands.sendBatch(1, 1, 12, 100));

    CommandThrottleProducer second = heard.take();
    while (second.getRequestId() <= said) {
      second = heard.take();
    }
    assertThat(second.getPauseForMillis()).isBetween(1L, 50L);
  }

  @Test
  void shouldNotCallAPromiseBrokenThatWasShortenedWithoutAnAnswer() throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);
    promise(client, told(client));
    try (Peer stock = Peer.acceptedBy(limited.gateway)) {
      limited.open(stock, 3, NOISY);
      stock.send(Commands.sendBatch(3, 0, 100 * 86_400, 100));
      Gateways.until("it is held", () -> limited.heldFrames() == 1);
      limited.limit(NOISY, PublishLimit.of(5 * 86_400, 0));
      CommandThrottleProducer shortened = told(client);
      assertThat(shortened.getPauseForMillis()).isBetween(100L, 5000L);
      Gateways.until("the answer is missing", () -> metrics().receiptsMissing() == 1);
      long overNanos = System.nanoTime() + shortened.getPauseForMillis() * 1_000_000;
      Gateways.until("the pause is over", () -> System.nanoTime() - overNanos > 0);

      client.send(Commands.send(1, 1, 100));
      Gateways.until("it is held", () -> limited.heldFrames() == 2);

      assertThat(metrics().promisesBroken()).isZero();
    }
  }

  @Test
  void shouldNotCallAPromiseBrokenThatWasTakenBackBeforeItsAnswerCame() throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);
    CommandThrottleProducer first = told(client);
    limited.limit(NOISY, PublishLimit.NONE);
    CommandThrottleProducer end = told(client);
    limited.limit(NOISY, ONE_PER_SECOND); // whose debt is still there
    CommandThrottleProducer second = told(client);

    // As by a slow client: it answers, is set free and sends, and only then hears of the second
    // pause.
    promise(client, first);
    promise(client, end);
    client.send(Commands.send(1, 1, 100));
    promise(client, second);
    Gateways.until("it is held", () -> limited.heldFrames() == 1);
    Gateways.until("both have been promised", () -> metrics().receiptsInTime() == 2);

    assertThat(end.getPauseForMillis()).isZero();
    assertThat(metrics().promisesBroken()).isZero();
  }

  @Test
  void shouldIgnoreFlagsOfLaterClients() throws Exception {
    byte[] unknownFlag = {(byte) 0xF8, (byte) 0x7F, 1};
    byte[] connect = ByteBufUtil.getBytes(FrameEditor.edit(
        Frames.of(Commands.connect()),
        BaseCommand.Type.CONNECT_VALUE,
        fields -> fields.with(FEATURE_FLAGS, unknownFlag)));
    try (Peer future = Peer.connectedTo(limited.gateway)) {
      future.send(connect);

      assertThat(future.expect(BaseCommand.Type.CONNECTED).getConnected().hasFeatureFlags())
          .isFalse();
      assertThat(limited.broker.received()).contains(connect);
    }
  }
}
