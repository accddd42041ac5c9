package io.sluice.gateway;

import static io.sluice.gateway.LimitedGateway.NOISY;
import static io.sluice.gateway.LimitedGateway.ONE_PER_SECOND;
import static io.sluice.gateway.LimitedGateway.QUIET;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.internal.limit.SharedLimiter;
import io.sluice.gateway.view.PauseReason;
import io.sluice.policy.PublishLimit;
import io.sluice.protocol.wire.BaseCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Past a bound a connection is not read, for a reason that can be seen, and only while there is one. */
class PausingTest {

  private static final PublishSettings DEFAULT = PublishSettings.DEFAULT;
  private static final int MEGABYTE = 1 << 20;

  @SuppressWarnings("NullAway.Init") // every test begins with it
  private LimitedGateway limited;

  private Peer start(PublishSettings settings) throws IOException {
    limited = new LimitedGateway(settings);
    return client();
  }

  private Peer start(NodeLimits node) throws IOException {
    limited = new LimitedGateway(node);
    return client();
  }

  /** A connection with a producer of each topic. */
  private Peer client() throws IOException {
    Peer client = Peer.acceptedBy(limited.gateway);
    limited.open(client, 1, NOISY);
    limited.open(client, 2, QUIET);
    return client;
  }

  @AfterEach
  void stop() throws Exception {
    limited.expectNothingLeft();
    limited.close();
  }

  private void untilPaused(PauseReason reason, int connections) throws InterruptedException {
    Gateways.until(reason.label(), () -> limited.paused(reason) == connections);
  }

  private static void publish(Peer client, long producer, long first, int frames, int bytes)
      throws IOException {
    for (int i = 0; i < frames; i++) {
      client.send(Commands.send(producer, first + i, bytes));
    }
  }

  private static void expectReceipts(Peer client, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      client.expect(BaseCommand.Type.SEND_RECEIPT);
    }
  }

  /** The broker answers frames that it has left unanswered. */
  private void answer(int connection, long first, int frames) throws IOException {
    for (int i = 0; i < frames; i++) {
      limited.broker.clients().get(connection).send(Commands.receipt(2, first + i));
    }
  }

  @Test
  void shouldPauseAConnectionWithTooManyUnansweredFramesUntilHalfAreAnswered() throws Exception {
    try (Peer client = start(pendingPublishes(10))) {
      limited.answers = false;
      publish(client, 2, 0, 10, 10);
      untilPaused(PauseReason.PENDING_PUBLISHES, 1);
      assertThat(limited.connection().paused()).containsOnlyKeys(PauseReason.PENDING_PUBLISHES);
      publish(client, 2, 10, 1, 10);

      answer(0, 0, 4);
      expectReceipts(client, 4);
      assertThat(limited.paused(PauseReason.PENDING_PUBLISHES)).isEqualTo(1);
      assertThat(limited.published(2)).hasSize(10);
      answer(0, 4, 1);

      expectReceipts(client, 1);
      untilPaused(PauseReason.PENDING_PUBLISHES, 0);
      Gateways.until("it is read again", () -> limited.published(2).size() == 11);
    }
  }

  @Test
  void shouldPauseOnlyTheConnectionThatIsOver() throws Exception {
    try (Peer client = start(pendingPublishes(10));
        Peer other = client()) {
      limited.answers = false;
      publish(client, 2, 0, 10, 10);
      untilPaused(PauseReason.PENDING_PUBLISHES, 1);
      limited.answers = true;

      publish(other, 2, 100, 20, 10);

      expectReceipts(other, 20);
    }
  }

  @Test
  void shouldKeepAPausedConnectionAlive() throws Exception {
    Duration keepAlive = Duration.ofMillis(200);
    limited = new LimitedGateway(pendingPublishes(10), keepAlive);
    try (Peer client = client()) {
      limited.answers = false;
      publish(client, 2, 0, 10, 10);
      untilPaused(PauseReason.PENDING_PUBLISHES, 1);

      // In the time of these it would have been given up many times over.
      for (int i = 0; i < 20; i++) {
        assertThat(client.receive().getType()).isEqualTo(BaseCommand.Type.PONG);
      }
      answer(0, 0, 10);

      expectReceipts(client, 10);
    }
  }

  @Test
  void shouldPauseWhoPublishesWhileThePublishBufferOfTheNodeIsFull() throws Exception {
    try (Peer client = start(publishBuffer(2));
        Peer other = client()) {
      limited.answers = false;
      publish(client, 2, 0, 4, MEGABYTE / 2);
      untilPaused(PauseReason.PUBLISH_BUFFER, 1);
      publish(other, 2, 100, 1, 10);
      untilPaused(PauseReason.PUBLISH_BUFFER, 2);

      answer(0, 0, 1);
      expectReceipts(client, 1);
      assertThat(limited.paused(PauseReason.PUBLISH_BUFFER)).isEqualTo(2);
      answer(0, 1, 3);
      expectReceipts(client, 3);

      untilPaused(PauseReason.PUBLISH_BUFFER, 0);
      answer(1, 100, 1);
      expectReceipts(other, 1);
    }
  }

  @Test
  void shouldCountHeldFramesTowardsThePublishBuffer() throws Exception {
    try (Peer client = start(publishBuffer(2))) {
      limited.limit(NOISY, ONE_PER_SECOND);
      Gateways.until("the limit is there", () -> isLimited(NOISY));
      LimitedGateway.useUpTheLimit(client, 1);
      publish(client, 1, 1, 4, MEGABYTE / 2);

      untilPaused(PauseReason.PUBLISH_BUFFER, 1);
      limited.limit(NOISY, PublishLimit.NONE);

      expectReceipts(client, 5);
      untilPaused(PauseReason.PUBLISH_BUFFER, 0);
    }
  }

  @Test
  void shouldPauseAConnectionThatHoldsTooMuchAndOnlyThat() throws Exception {
    try (Peer client = start(heldBytes(10_000, 0));
        Peer other = client()) {
      hold(client, 11);
      untilPaused(PauseReason.HELD_BYTES, 1);
      publish(client, 2, 0, 1, 10);

      publish(other, 2, 100, 10, 10);
      expectReceipts(other, 10);

      assertThat(limited.published(2)).as("what is not read").doesNotContain(0L);
      limited.limit(NOISY, PublishLimit.NONE);
      expectReceipts(client, 12);
      untilPaused(PauseReason.HELD_BYTES, 0);
      assertThat(limited.published(1)).isEqualTo(LongStream.range(0, 12).boxed().toList());
    }
  }

  @Test
  void shouldPauseThoseWhoHoldWhenTheNodeHoldsTooMuch() throws Exception {
    try (Peer client = start(heldBytes(1_000_000, 10_000));
        Peer second = client();
        Peer other = client()) {
      hold(client, 11);
      untilPaused(PauseReason.NODE_HELD_BYTES, 1);
      publish(second, 1, 50, 1, 10);
      untilPaused(PauseReason.NODE_HELD_BYTES, 2);

      publish(other, 2, 100, 10, 10);
      expectReceipts(other, 10);

      limited.limit(NOISY, PublishLimit.NONE);
      expectReceipts(client, 11);
      expectReceipts(second, 1);
      untilPaused(PauseReason.NODE_HELD_BYTES, 0);
    }
  }

  @Test
  void shouldReadAConnectionThatHoldsNothingWhateverOthersHold() throws Exception {
    String brisk = "persistent://public/default/brisk";
    try (Peer client = start(heldBytes(1_000_000, 10_000));
        Peer other = client()) {
      limited.limit(brisk, PublishLimit.of(1000, 0).withBurst(Duration.ofMillis(10)));
      hold(client, 11);
      untilPaused(PauseReason.NODE_HELD_BYTES, 1);
      limited.open(other, 3, brisk);

      publish(other, 3, 0, 50, 10);

      expectReceipts(other, 50);
      publish(other, 2, 0, 1, 10);
      expectReceipts(other, 1);
      assertThat(limited.paused(PauseReason.NODE_HELD_BYTES)).isEqualTo(1);
    }
  }

  @Test
  void shouldNotKeepThePublishBufferFullByWhatIsHeldAlone() throws Exception {
    try (Peer client =
            start(new PublishSettings(0, 0, true, 1000, 2, 100L * MEGABYTE, 0, 0, 100, 100));
        Peer other = client()) {
      hold(client, 600); // a little over what the node may hold
      untilPaused(PauseReason.NODE_HELD_BYTES, 1);
      limited.answers = false;
      publish(other, 2, 0, 3, MEGABYTE / 2);
      untilPaused(PauseReason.PUBLISH_BUFFER, 1);

      answer(1, 0, 3);

      expectReceipts(other, 3);
      untilPaused(PauseReason.PUBLISH_BUFFER, 0);
    }
  }

  @Test
  void shouldSendAwayAClientThatPublishesAndReadsNoAnswers() throws Exception {
    limited = new LimitedGateway(DEFAULT, Duration.ofMillis(200));
    try (Peer client = client()) {
      limited.answers = false;
      publish(client, 2, 0, 1, 10);
      Thread broker = new Thread(() -> {
        try {
          byte[] message = Commands.message(1, MEGABYTE);
          while (!Thread.interrupted()) {
            limited.broker.clients().get(0).send(message);
          }
        } catch (IOException closed) {
          return; // as it should be
        }
      });
      broker.start();

      Gateways.until(
          "it is sent away", () -> Gateways.connections(limited.gateway).isEmpty());
      limited.broker.clients().get(0).hangUp();
      broker.join();
      assertThat(client.socket().isClosed()).isFalse();
    }
  }

  /** Publishes a frame that uses up the limit for long, and others of 1000 bytes that have to wait. */
  private void hold(Peer client, int frames) throws Exception {
    limited.limit(NOISY, ONE_PER_SECOND);
    Gateways.until("the limit is there", () -> isLimited(NOISY));
    LimitedGateway.useUpTheLimit(client, 1);
    client.expect(BaseCommand.Type.SEND_RECEIPT);
    publish(client, 1, 1, frames, 1000);
  }

  private boolean isLimited(String topic) {
    return limited.gateway.node().publishLimits().topics().stream()
        .anyMatch(limit -> limit.topic().toString().equals(topic) && limit.isLimited());
  }

  @Test
  void shouldPublishAtTheRateOfTheNodeWhateverConnectionsThereAre() throws Exception {
    int perSecond = 500;
    try (Peer client = start(NodeLimits.publish(perSecond, 0));
        Peer other = client()) {
      long start = System.nanoTime();
      List<Peer> both = List.of(client, other);
      for (int i = 0; i < perSecond; i++) {
        for (Peer peer : both) {
          peer.send(Commands.send(2, i, 10));
        }
      }
      for (Peer peer : both) {
        expectReceipts(peer, perSecond);
      }

      // Half of it is the burst; either connection may be one frame ahead.
      assertThat(System.nanoTime() - start).isGreaterThan(Duration.ofMillis(900).toNanos());
      assertThat(limited
              .gateway
              .node()
              .publishMetrics()
              .of(PauseReason.NODE_RATE)
              .times
              .sum())
          .isPositive();
      Gateways.until("what was owed is paid", () -> limited.paused(PauseReason.NODE_RATE) == 0);
    }
  }

  @Test
  void shouldCountWhatAConnectionOwesWhenItLeaves() throws Exception {
    try (Peer client = start(NodeLimits.publish(100, 0))) {
      SharedLimiter node = limited.gateway.node().publishLimits().node();
      client.send(Commands.sendBatch(2, 0, 1000, 10)); // ten seconds of debt
      client.expect(BaseCommand.Type.SEND_RECEIPT);
      try (Peer other = Peer.acceptedBy(limited.gateway)) {
        limited.open(other, 2, QUIET);
        publish(other, 2, 0, 1, 10);
        expectReceipts(other, 1);
        assertThat(node.counts().admitted()).isEqualTo(1000);
      }

      Gateways.until("it is counted", () -> node.counts().admitted() == 1001);
    }
  }

  @Test
  void shouldNotLetOneFrameBlockTheNodeForDays() throws Exception {
    try (Peer client = start(NodeLimits.publish(100_000, 0))) {
      client.send(Commands.sendBatch(2, 0, Integer.MAX_VALUE, 10));
      publish(client, 2, 1, 10, 10);

      expectReceipts(client, 11);
    }
  }

  @Test
  void shouldOnlyCountWhatTheRateOfTheNodeWouldHaveDoneInShadowMode() throws Exception {
    try (Peer client = start(NodeLimits.publish(10, 0).inShadow())) {
      publish(client, 2, 0, 1000, 10);

      expectReceipts(client, 1000);

      SharedLimiter node = limited.gateway.node().publishLimits().node();
      assertThat(node.counts().admitted()).isEqualTo(1000);
      assertThat(node.counts().shadowThrottled()).isBetween(900L, 990L);
    }
  }

  private static PublishSettings pendingPublishes(int max) {
    return new PublishSettings(
        0, 0, true, max, 0, DEFAULT.maxHeldBytesPerConnection(), 0, 0, 100, DEFAULT.metricTopics());
  }

  private static PublishSettings publishBuffer(int megabytes) {
    return new PublishSettings(
        0,
        0,
        true,
        1000,
        megabytes,
        DEFAULT.maxHeldBytesPerConnection(),
        100L * MEGABYTE,
        0,
        100,
        DEFAULT.metricTopics());
  }

  private static PublishSettings heldBytes(long perConnection, long perNode) {
    return new PublishSettings(
        0, 0, true, 1000, 0, perConnection, perNode, 0, 100, DEFAULT.metricTopics());
  }
}
