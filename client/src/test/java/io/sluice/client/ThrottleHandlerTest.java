package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import io.opentelemetry.api.OpenTelemetry;
import io.sluice.protocol.Frames;
import io.sluice.protocol.RawMessage;
import io.sluice.protocol.ThrottleCommands;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.common.api.proto.MessageMetadata;
import org.apache.pulsar.common.api.proto.ServerError;
import org.apache.pulsar.common.protocol.ByteBufPair;
import org.apache.pulsar.common.protocol.Commands;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ThrottleHandlerTest {

  private static final ThrottlingReason TOPIC = ThrottlingReason.TopicProduceQuotaExceeded;
  private static final ThrottlingReason NODE = ThrottlingReason.BrokerProduceQuotaExceeded;
  private static final long CLOSE_WAIT_MILLIS = 15_000;

  private final ManualTime time = new ManualTime();
  private final Throttles throttles =
      new Throttles(time.clock(), new ThrottledTimeMetric(OpenTelemetry.noop()));
  private final EmbeddedChannel channel = new EmbeddedChannel(
      new ThrottleHandler(throttles, TimeUnit.MILLISECONDS.toNanos(CLOSE_WAIT_MILLIS)));
  private final List<ByteBufPair> pending = new ArrayList<>();
  private long request;

  @BeforeEach
  void openTwoProducers() {
    channel.freezeTime();
    open(1);
    open(2);
    written();
  }

  @AfterEach
  void nothingIsLeft() {
    channel.finishAndReleaseAll();
    for (ByteBufPair send : pending) {
      assertThat(send.refCnt()).as("what the client still has").isEqualTo(1);
      send.release();
    }
  }

  private void open(long producerId) {
    channel.writeOutbound(
        Commands.newProducer("topic-" + producerId, producerId, ++request, null, Map.of(), false));
  }

  /** Writes a message as the client does, which keeps one reference for itself. */
  private ByteBufPair send(long producerId, long sequenceId, int bytes) {
    MessageMetadata metadata =
        new MessageMetadata().setProducerName("name").setSequenceId(sequenceId).setPublishTime(1);
    ByteBufPair send = Commands.newSend(
        producerId,
        sequenceId,
        1,
        Commands.ChecksumType.Crc32c,
        metadata,
        Unpooled.buffer(bytes).writeZero(bytes));
    pending.add(send);
    send.retain();
    var unused = channel.writeAndFlush(send, channel.voidPromise());
    return send;
  }

  private void send(long producerId, long sequenceId) {
    send(producerId, sequenceId, 10);
  }

  private void timeOut(ByteBufPair send) {
    pending.remove(send);
    send.release();
  }

  private ChannelFuture close(long producerId) {
    ChannelPromise promise = channel.newPromise();
    return channel.writeAndFlush(Commands.newCloseProducer(producerId, ++request), promise);
  }

  /** Reads a frame as the decoder gives it, without its first length. */
  private boolean read(ByteBuf frame) {
    channel.writeInbound(frame.skipBytes(4).slice());
    ByteBuf passed = channel.readInbound();
    ReferenceCountUtil.release(passed);
    return passed != null;
  }

  private void throttle(long producerId, ThrottlingReason reason, long millis) {
    assertThat(read(ThrottleCommands.throttle(++request, producerId, reason, millis)))
        .isFalse();
    assertThat(written()).first().isEqualTo("receipt " + request);
  }

  private void answer(long producerId, long sequenceId) {
    assertThat(read(Commands.newSendReceipt(producerId, sequenceId, sequenceId, 1, 1)))
        .isTrue();
  }

  private void advance(long millis) {
    time.advanceMillis(millis);
    channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
    channel.runPendingTasks();
  }

  /** What was written since the last look: sends as producer:sequence. */
  private List<String> written() {
    List<String> all = new ArrayList<>();
    for (Object message = channel.readOutbound();
        message != null;
        message = channel.readOutbound()) {
      ByteBuf frame = message instanceof ByteBufPair pair ? pair.getFirst() : (ByteBuf) message;
      BaseCommand command = new BaseCommand();
      command.parseFrom(
          frame.slice(frame.readerIndex() + 8, frame.getInt(frame.readerIndex() + 4)),
          frame.getInt(frame.readerIndex() + 4));
      all.add(
          switch (command.getType()) {
            case SEND ->
              command.getSend().getProducerId() + ":" + command.getSend().getSequenceId();
            case THROTTLE_PRODUCER_RECEIPT ->
              "receipt " + command.getThrottleProducerReceipt().getRequestId();
            default -> command.getType().toString();
          });
      ReferenceCountUtil.release(message);
    }
    return all;
  }

  @Test
  void shouldAnnounceItself() throws Exception {
    channel.writeOutbound(Commands.newConnect("none", "", "test"));
    ByteBuf connect = channel.readOutbound();
    byte[] command = new byte[connect.readableBytes() - 8];
    connect.getBytes(connect.readerIndex() + 8, command);
    RawMessage fields = RawMessage.parse(RawMessage.parse(command).bytes(2));
    assertThat(connect.getInt(connect.readerIndex())).isEqualTo(connect.readableBytes() - 4);
    // Field 1385 as a number, with the value 1.
    assertThat(fields.bytes(10)).endsWith(0xc8, 0x56, 1);
    connect.release();
  }

  @Test
  void shouldPassEverythingWithoutThrottles() {
    send(1, 0);
    send(2, 0);
    answer(1, 0);
    var unused = close(2);
    assertThat(written()).containsExactly("1:0", "2:0", "CLOSE_PRODUCER");
    assertThat(throttles.size()).isEqualTo(1);
  }

  @Test
  void shouldHoldWhatOnePausedProducerSends() {
    throttle(1, TOPIC, 250);
    for (int i = 0; i < 3; i++) {
      send(1, i);
      send(2, i);
    }
    assertThat(written()).containsExactly("2:0", "2:1", "2:2");
    advance(249);
    assertThat(written()).isEmpty();
    advance(1);
    assertThat(written()).containsExactly("1:0", "1:1", "1:2");
    send(1, 3);
    assertThat(written()).containsExactly("1:3");
  }

  @Test
  void shouldExtendAndShortenAndEndAPause() {
    throttle(1, TOPIC, 250);
    send(1, 0);
    advance(200);
    throttle(1, TOPIC, 500);
    advance(499);
    assertThat(written()).isEmpty();
    throttle(1, ThrottlingReason.ResourceGroupProduceQuotaExceeded, 5_000);
    throttle(1, TOPIC, 20);
    advance(20);
    assertThat(written()).containsExactly("1:0");
    throttle(1, TOPIC, 5_000);
    send(1, 1);
    assertThat(read(ThrottleCommands.throttle(++request, 1, TOPIC, 0))).isFalse();
    assertThat(written()).containsExactly("receipt " + request, "1:1");
    assertThat(throttleOf(1)).isNull();
  }

  private @Nullable Throttle throttleOf(long producerId) {
    return known(producerId).current().orElse(null);
  }

  private ProducerThrottle known(long producerId) {
    return Objects.requireNonNull(throttles.find(producerId));
  }

  @Test
  @SuppressWarnings("NullAway") // there is no producer to tell of
  void shouldTellListenersOnceOfEachThrottle() {
    List<String> told = new ArrayList<>();
    var unused = known(1).listen(null, new ThrottleListener() {
      @Override
      public void throttled(Producer<?> producer, Throttle throttle) {
        told.add("throttled " + throttle.reason());
        throw new AssertionError("a listener that fails");
      }

      @Override
      public void resumed(Producer<?> producer, Throttle throttle) {
        told.add("resumed " + throttle.reason());
      }
    });
    throttle(1, TOPIC, 100);
    advance(50);
    throttle(1, TOPIC, 100);
    throttle(1, NODE, 0);
    advance(100);
    throttle(1, NODE, 0);
    advance(1_000);
    throttle(1, NODE, 0);
    advance(1_500);
    assertThat(told)
        .containsExactly(
            "throttled TOPIC_QUOTA",
            "resumed TOPIC_QUOTA",
            "throttled NODE_RATE",
            "resumed NODE_RATE");
  }

  @Test
  @SuppressWarnings("NullAway") // there is no producer to tell of
  void shouldTellAllOfTheBeginningFirstWhenAListenerEndsIt() {
    List<String> told = new ArrayList<>();
    for (String name : List.of("first", "second")) {
      var unused = known(1).listen(null, new ThrottleListener() {
        @Override
        public void throttled(Producer<?> producer, Throttle throttle) {
          told.add(name + " throttled");
          if (name.equals("first")) {
            var unused = close(1);
          }
        }

        @Override
        public void resumed(Producer<?> producer, Throttle throttle) {
          told.add(name + " resumed");
        }
      });
    }
    assertThat(read(ThrottleCommands.throttle(++request, 1, TOPIC, 100))).isFalse();
    assertThat(told)
        .containsExactly("first throttled", "second throttled", "first resumed", "second resumed");
  }

  @Test
  void shouldLetOutByAndByWhatHasGathered() {
    throttle(1, TOPIC, 100);
    for (int i = 0; i < 40; i++) {
      send(1, i, 10_000);
    }
    advance(100);
    assertThat(written()).hasSize(6).endsWith("1:5");
    send(1, 40, 10);
    assertThat(written()).as("in its order").isEmpty();
    answer(1, 0);
    assertThat(written()).containsExactly("1:6", "1:7");
    for (int i = 1; i < 6; i++) {
      answer(1, i);
    }
    assertThat(written()).hasSize(10).endsWith("1:17");
    advance(1_000);
    assertThat(written()).as("no other command came").hasSize(23).endsWith("1:40");
  }

  @Test
  void shouldBeginAnewWithEachPause() {
    throttle(1, TOPIC, 100);
    for (int i = 0; i < 30; i++) {
      send(1, i, 10_000);
    }
    advance(100);
    for (int i = 0; i < 6; i++) {
      answer(1, i);
    }
    assertThat(written()).hasSize(18);
    throttle(1, TOPIC, 1_000);
    advance(999);
    answer(1, 6);
    assertThat(written()).isEmpty();
    advance(1);
    assertThat(written()).hasSize(6).startsWith("1:18");
  }

  @Test
  void shouldLetOneLargeFrameOutAtATime() {
    throttle(1, TOPIC, 100);
    send(1, 0, 1_000_000);
    send(1, 1, 1_000_000);
    advance(100);
    assertThat(written()).containsExactly("1:0");
    answer(1, 0);
    assertThat(written()).containsExactly("1:1");
  }

  @Test
  void shouldNotSendWhatHasTimedOut() {
    throttle(1, TOPIC, 5_000);
    ByteBufPair first = send(1, 0, 10);
    ByteBufPair second = send(1, 1, 10);
    ByteBuf payload = first.getSecond();
    timeOut(first);
    timeOut(second);
    send(1, 2);
    advance(1_000);
    assertThat(payload.refCnt()).as("freed long before the pause is over").isZero();
    advance(4_000);
    assertThat(written()).containsExactly("1:2");
  }

  @Test
  void shouldCloseAProducerBehindWhatItHasSent() {
    throttle(1, TOPIC, 5_000);
    send(1, 0);
    ChannelFuture closed = close(1);
    assertThat(written()).isEmpty();
    advance(5_000);
    assertThat(written()).containsExactly("1:0", "CLOSE_PRODUCER");
    assertThat(closed.isSuccess()).isTrue();
    assertThat(throttles.find(1)).isNull();
  }

  @Test
  void shouldCloseAtOnceWhatHasSentNothing() {
    throttle(1, TOPIC, 5_000);
    var unused = close(1);
    assertThat(written()).containsExactly("CLOSE_PRODUCER");
    throttle(1, TOPIC, 5_000);
  }

  @Test
  void shouldNotLetClosingWaitForAPauseThatIsTooLong() {
    throttle(1, TOPIC, CLOSE_WAIT_MILLIS + 1);
    send(1, 0);
    var unused = close(1);
    assertThat(written()).containsExactly("CLOSE_PRODUCER");
  }

  @Test
  void shouldNotLetClosingWaitForAPauseThatIsExtended() {
    throttle(1, TOPIC, CLOSE_WAIT_MILLIS - 1);
    send(1, 0);
    var unused = close(1);
    assertThat(written()).isEmpty();
    advance(10_000);
    assertThat(read(ThrottleCommands.throttle(++request, 1, TOPIC, CLOSE_WAIT_MILLIS)))
        .isFalse();
    assertThat(written()).containsExactly("receipt " + request, "CLOSE_PRODUCER");
    assertThat(throttles.find(1)).isNull();
  }

  @Test
  void shouldNotLetClosingWaitForAnswersThatDoNotCome() {
    throttle(1, TOPIC, CLOSE_WAIT_MILLIS - 500);
    send(1, 0, 1_000_000);
    send(1, 1, 1_000_000);
    var unused = close(1);
    advance(CLOSE_WAIT_MILLIS - 1);
    assertThat(written()).containsExactly("1:0");
    advance(1);
    assertThat(written()).containsExactly("CLOSE_PRODUCER");
  }

  @Test
  void shouldDiscardWhatTheClientSendsAgain() {
    throttle(1, TOPIC, 5_000);
    send(1, 0);
    assertThat(read(Commands.newCloseProducer(1, ++request))).isTrue();
    open(1);
    send(1, 0);
    assertThat(written()).containsExactly("PRODUCER", "1:0");
    throttle(1, TOPIC, 5_000);
    send(1, 1);
    assertThat(read(Commands.newSendError(1, 0, ServerError.ChecksumError, "bad")))
        .isTrue();
    send(1, 0);
    send(1, 1);
    assertThat(written()).containsExactly("1:0", "1:1");
    throttle(1, TOPIC, 5_000);
    send(1, 2);
    open(1);
    assertThat(written()).containsExactly("PRODUCER");
    assertThat(throttleOf(1)).isNull();
  }

  @Test
  void shouldKeepWhatIsHeldWhenOneMessageIsRefused() {
    send(1, 0);
    assertThat(written()).containsExactly("1:0");
    throttle(1, TOPIC, 100);
    send(1, 1);
    assertThat(read(Commands.newSendError(1, 0, ServerError.NotAllowedError, "no")))
        .isTrue();
    advance(100);
    assertThat(written()).containsExactly("1:1");
  }

  @Test
  void shouldReleaseWhatIsHeldWhenTheConnectionEnds() {
    throttle(1, TOPIC, 5_000);
    ByteBufPair held = send(1, 0, 10);
    ChannelFuture closed = close(1);
    var unused = channel.close();
    channel.runPendingTasks();
    assertThat(closed.cause()).isInstanceOf(java.nio.channels.ClosedChannelException.class);
    assertThat(held.refCnt()).isEqualTo(1);
    assertThat(throttles.size()).isZero();
  }

  @Test
  void shouldHoldNothingForANotice() {
    send(1, 0);
    written();
    throttle(1, NODE, 0);
    assertThat(known(1).current().orElseThrow().reason()).isEqualTo(ThrottleReason.NODE_RATE);
    send(1, 1);
    assertThat(written()).containsExactly("1:1");
    answer(1, 0);
    assertThat(throttleOf(1)).as("sent before").isNotNull();
    answer(1, 1);
    assertThat(throttleOf(1)).as("sent after").isNull();
  }

  /** By the same reason as a notice about the node, which says no time. */
  @Test
  void shouldHoldForTheBrokerUntilThatIsOver() {
    throttle(1, NODE, 5_000);
    assertThat(known(1).current().orElseThrow().reason()).isEqualTo(ThrottleReason.BROKER_QUOTA);
    send(1, 0);
    assertThat(written()).isEmpty();

    throttle(1, NODE, 0);

    assertThat(throttleOf(1)).isNull();
    answer(1, 0);
    send(1, 1);
    assertThat(written()).as("nothing is held before it").containsExactly("1:1");
  }

  @Test
  void shouldNotEndThePauseOfATopicByANoticeAboutTheNode() {
    throttle(1, TOPIC, 5_000);
    throttle(1, NODE, 0);
    send(1, 0);

    assertThat(written()).isEmpty();
    assertThat(known(1).current().orElseThrow().reason()).isEqualTo(ThrottleReason.TOPIC_QUOTA);
  }

  @Test
  void shouldForgetANoticeThatIsNotSaidAgain() {
    throttle(1, NODE, 0);
    advance(1_000);
    throttle(1, NODE, 0);
    advance(1_499);
    assertThat(known(1).current().orElseThrow().since()).isEqualTo(ManualTime.FIRST);
    advance(1);
    assertThat(throttleOf(1)).isNull();
  }

  @Test
  void shouldHoldForReasonsThatItDoesNotKnow() {
    // Request 9, producer 1, reason 99, 250 ms.
    ByteBuf frame = Unpooled.wrappedBuffer(
        new byte[] {0, 0, 0, 18, 0, 0, 0, 14, 8, (byte) 0xe9, 10, (byte) 0xca, 86, 9, 8, 9, 16, 1});
    frame = Unpooled.wrappedBuffer(
        frame, Unpooled.wrappedBuffer(new byte[] {32, 99, 40, (byte) 0xfa, 1}));
    frame.setInt(0, frame.readableBytes() - 4).setInt(4, frame.readableBytes() - 8);
    assertThat(read(frame)).isFalse();
    assertThat(written()).containsExactly("receipt 9");
    send(1, 0);
    assertThat(written()).isEmpty();
    assertThat(known(1).current().orElseThrow().reason()).isEqualTo(ThrottleReason.UNKNOWN);
    advance(250);
    assertThat(written()).containsExactly("1:0");
  }

  @Test
  void shouldTakeTheLongestPauseThereIs() {
    throttle(1, TOPIC, -1);
    assertThat(known(1).current().orElseThrow().until())
        .isEqualTo(ManualTime.FIRST.plusSeconds(24 * 3600));
  }

  @Test
  void shouldRememberNothingOfProducersThatThereAreNot() {
    for (long id = 3; id < 10_000; id++) {
      throttle(id, TOPIC, 60_000);
    }
    assertThat(throttles.size()).isEqualTo(2);
    throttles.of(77, "of another connection");
    throttle(77, TOPIC, 60_000);
    assertThat(known(77).current()).isEmpty();
  }

  @Test
  void shouldPassWhatItDoesNotKnow() {
    assertThat(read(Frames.ping())).isTrue();
    assertThat(read(Commands.newSuccess(1))).isTrue();
    assertThat(read(Unpooled.buffer().writeInt(1).writeByte(7))).isTrue();
    // A receipt is for gateways.
    assertThat(read(ThrottleCommands.receipt(1))).isTrue();
  }
}
