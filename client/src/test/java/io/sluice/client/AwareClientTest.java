package io.sluice.client;

import static io.sluice.client.ScriptedBroker.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.MessageIdAdv;
import org.apache.pulsar.client.api.MessageRouter;
import org.apache.pulsar.client.api.MessageRoutingMode;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.ProducerBuilder;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Schema;
import org.apache.pulsar.client.api.TopicMetadata;
import org.apache.pulsar.client.api.interceptor.ProducerInterceptor;
import org.apache.pulsar.client.impl.PulsarClientImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class AwareClientTest {

  private static final ThrottlingReason QUOTA = ThrottlingReason.TopicProduceQuotaExceeded;
  private static final String NOISY = "persistent://public/default/noisy";
  private static final String QUIET = "persistent://public/default/quiet";
  private static final long LONG_MILLIS = 60_000;

  private ScriptedBroker broker;
  private PulsarClient client;

  @BeforeEach
  void start() throws Exception {
    broker = new ScriptedBroker();
    client = SluiceClient.build(PulsarClient.builder()
        .serviceUrl(broker.url())
        .operationTimeout(4, TimeUnit.SECONDS)
        .startingBackoffInterval(10, TimeUnit.MILLISECONDS)
        .ioThreads(1)
        .connectionsPerBroker(1));
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    broker.close();
  }

  /** Its producers wait longer than anything here is throttled. */
  private ProducerBuilder<String> builder() {
    return client
        .newProducer(Schema.STRING)
        .topic(NOISY)
        .sendTimeout(5, TimeUnit.MINUTES)
        .enableBatching(false);
  }

  private static List<CompletableFuture<MessageId>> send(
      Producer<String> producer, int first, int count) {
    List<CompletableFuture<MessageId>> sent = new ArrayList<>();
    for (int i = first; i < first + count; i++) {
      sent.add(producer.sendAsync("m" + i));
    }
    return sent;
  }

  private static Throwable failureOf(CompletableFuture<?> future) {
    Throwable failure = catchThrowable(future::join);
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  private Throttles throttles() {
    return ((AwareConnections) ((PulsarClientImpl) client).getCnxPool()).throttles();
  }

  @Test
  void shouldHoldMessagesOfOneProducerInTheirOrder() throws Exception {
    try (Producer<String> noisy = builder().create();
        Producer<String> quiet = builder().topic(QUIET).create()) {
      noisy.send("m0");
      broker.throttle(NOISY, QUOTA, LONG_MILLIS);
      assertThat(ThrottleAware.of(noisy).isThrottled()).isTrue();
      assertThat(ThrottleAware.of(quiet).isThrottled()).isFalse();
      List<CompletableFuture<MessageId>> sent = send(noisy, 1, 5);
      // Behind these on the same connection: what had been sent would have arrived before it.
      quiet.send("quiet");
      assertThat(broker.received()).containsExactly("m0", "quiet");
      broker.throttle(NOISY, QUOTA, 0);
      sent.forEach(CompletableFuture::join);
      assertThat(broker.received()).containsExactly("m0", "quiet", "m1", "m2", "m3", "m4", "m5");
      assertThat(ThrottleAware.of(noisy).throttle()).isEmpty();
    }
    assertThat(throttles().size()).isZero();
  }

  @Test
  void shouldGoOnWhenThePauseIsOver() throws Exception {
    try (Producer<String> producer = builder().create()) {
      List<String> told = new CopyOnWriteArrayList<>();
      AutoCloseable listening = ThrottleAware.of(producer).onThrottle(new ThrottleListener() {
        @Override
        public void throttled(Producer<?> throttled, Throttle throttle) {
          told.add("throttled " + (throttled == producer));
        }

        @Override
        public void resumed(Producer<?> resumed, Throttle throttle) {
          told.add("resumed " + (resumed == producer));
        }
      });
      for (int i = 0; i < 3; i++) {
        broker.throttle(NOISY, QUOTA, 20);
        producer.send("m" + i);
        await(() -> !ThrottleAware.of(producer).isThrottled());
      }
      listening.close();
      broker.throttle(NOISY, QUOTA, 1);
      assertThat(told).hasSize(6).startsWith("throttled true", "resumed true", "throttled true");
    }
  }

  @Test
  void shouldHoldABatchThatWasOpen() throws Exception {
    try (Producer<String> producer = builder()
            .enableBatching(true)
            .batchingMaxPublishDelay(1, TimeUnit.HOURS)
            .create();
        Producer<String> quiet = builder().topic(QUIET).create()) {
      List<CompletableFuture<MessageId>> sent = send(producer, 0, 2);
      broker.throttle(NOISY, QUOTA, LONG_MILLIS);
      sent.addAll(send(producer, 2, 1));
      CompletableFuture<Void> flushed = producer.flushAsync();
      quiet.send("quiet");
      assertThat(broker.received()).containsExactly("quiet");
      assertThat(flushed).isNotDone();
      broker.throttle(NOISY, QUOTA, 0);
      flushed.join();
      sent.forEach(CompletableFuture::join);
      assertThat(broker.received()).containsExactly("quiet", "3 messages");
    }
  }

  @Test
  void shouldPublishWhatIsHeldBeforeClosing() throws Exception {
    Producer<String> producer = builder().create();
    broker.throttle(NOISY, QUOTA, 1_000);
    List<CompletableFuture<MessageId>> sent = send(producer, 0, 3);
    producer.close();
    sent.forEach(CompletableFuture::join);
    assertThat(broker.received()).containsExactly("m0", "m1", "m2");
    broker.throttle(NOISY, QUOTA, LONG_MILLIS);
  }

  @Test
  void shouldNotWaitForALongPauseWhenClosing() throws Exception {
    Producer<String> producer = builder().sendTimeout(0, TimeUnit.SECONDS).create();
    broker.throttle(NOISY, QUOTA, LONG_MILLIS);
    List<CompletableFuture<MessageId>> sent = send(producer, 0, 3);
    producer.close();
    for (CompletableFuture<MessageId> each : sent) {
      assertThat(failureOf(each)).isInstanceOf(PulsarClientException.AlreadyClosedException.class);
    }
    assertThat(broker.received()).isEmpty();
  }

  @Test
  void shouldHearOfThePauseUntilItIsReallyClosed() throws Exception {
    Producer<String> producer = builder().create();
    broker.throttle(NOISY, QUOTA, 1_900);
    CompletableFuture<MessageId> sent = producer.sendAsync("m0");
    CompletableFuture<Void> closed = producer.closeAsync();
    producer.closeAsync().join();
    assertThat(throttles().size()).isOne();
    broker.throttle(NOISY, QUOTA, 0);
    sent.join();
    closed.join();
    assertThat(throttles().size()).isZero();
  }

  @Test
  void shouldCompleteAllWhenTheClientIsClosed() throws Exception {
    Producer<String> long1 = builder().sendTimeout(0, TimeUnit.SECONDS).create();
    Producer<String> short1 = builder().topic(QUIET).create();
    broker.throttle(NOISY, QUOTA, LONG_MILLIS);
    broker.throttle(QUIET, QUOTA, 500);
    List<CompletableFuture<MessageId>> fail = send(long1, 0, 3);
    List<CompletableFuture<MessageId>> succeed = send(short1, 0, 3);
    client.close();
    assertThat(fail).allMatch(CompletableFuture::isCompletedExceptionally);
    succeed.forEach(CompletableFuture::join);
    assertThat(throttles().size()).isZero();
  }

  @Test
  void shouldSendAgainWhenItReconnectsWithinAPause() throws Exception {
    try (Producer<String> producer = builder().create()) {
      broker.throttle(NOISY, QUOTA, LONG_MILLIS);
      List<CompletableFuture<MessageId>> sent = send(producer, 0, 3);
      broker.dropConnections();
      sent.forEach(CompletableFuture::join);
      assertThat(broker.received()).containsExactly("m0", "m1", "m2");
      assertThat(ThrottleAware.of(producer).isThrottled()).isFalse();
      broker.throttle(NOISY, QUOTA, LONG_MILLIS);
      assertThat(ThrottleAware.of(producer).isThrottled()).as("told again").isTrue();
    }
  }

  @Test
  void shouldSendAgainWhenTheBrokerClosesTheProducerWithinAPause() throws Exception {
    try (Producer<String> producer = builder().create();
        Producer<String> quiet = builder().topic(QUIET).create()) {
      broker.throttle(NOISY, QUOTA, LONG_MILLIS);
      List<CompletableFuture<MessageId>> sent = send(producer, 0, 3);
      // Behind these: what the client writes later goes to a producer that is closed, as without
      // us.
      quiet.send("quiet");
      broker.closeProducer(NOISY);
      sent.forEach(CompletableFuture::join);
      assertThat(broker.received()).containsExactly("quiet", "m0", "m1", "m2");
      assertThat(broker.connectionCount()).isEqualTo(1);
      broker.throttle(NOISY, QUOTA, LONG_MILLIS);
      assertThat(ThrottleAware.of(producer).isThrottled()).as("told again").isTrue();
    }
  }

  private static final class Acknowledgements implements ProducerInterceptor {
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    @Override
    public void close() {}

    @Override
    @SuppressWarnings("rawtypes")
    public boolean eligible(Message message) {
      return true;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Message beforeSend(Producer producer, Message message) {
      return message;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public void onSendAcknowledgement(
        Producer producer, Message message, MessageId id, Throwable failure) {
      if (failure != null) {
        failures.add(failure);
      }
    }
  }

  @Test
  void shouldRefuseAtOnceWhatWouldTimeOutWithinThePause() throws Exception {
    Acknowledgements acknowledgements = new Acknowledgements();
    try (Producer<String> producer = builder()
        .sendTimeout(20, TimeUnit.SECONDS)
        .maxPendingMessages(1)
        .intercept(acknowledgements)
        .create()) {
      broker.throttle(NOISY, QUOTA, LONG_MILLIS);
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> producer.send("sync"))
            .isInstanceOfSatisfying(ProducerThrottledException.class, e -> assertThat(e.reason())
                .isEqualTo(ThrottleReason.TOPIC_QUOTA));
        assertThatThrownBy(() -> producer.newMessage(Schema.INT32).value(1).send())
            .isInstanceOf(ProducerThrottledException.class);
        assertThat(failureOf(producer.sendAsync("async")))
            .isInstanceOf(ProducerThrottledException.class);
      }
      assertThat(acknowledgements.failures)
          .hasSize(9)
          .allMatch(ProducerThrottledException.class::isInstance);
      assertThat(((PulsarClientImpl) client).getMemoryLimitController().currentUsage())
          .isZero();
      broker.throttle(NOISY, QUOTA, 0);
      producer.send("after");
      assertThat(broker.received()).containsExactly("after");
    }
  }

  @Test
  void shouldSayWhenThrottlingIsWhyMessagesTimeOut() throws Exception {
    try (Producer<String> producer = builder().sendTimeout(1, TimeUnit.SECONDS).create()) {
      broker.throttle(NOISY, QUOTA, 900);
      CompletableFuture<MessageId> async = producer.sendAsync("async");
      CompletableFuture<Throwable> sync =
          CompletableFuture.supplyAsync(() -> catchThrowable(() -> producer.send("sync")));
      await(() -> ((PulsarClientImpl) client).getMemoryLimitController().currentUsage() == 9);
      broker.throttle(NOISY, ThrottlingReason.ResourceGroupProduceQuotaExceeded, LONG_MILLIS);
      assertThat(failureOf(async))
          .isInstanceOfSatisfying(ProducerThrottledException.class, e -> assertThat(e.reason())
              .isEqualTo(ThrottleReason.RESOURCE_GROUP_QUOTA));
      assertThat(sync.join()).isInstanceOf(ProducerThrottledException.class);
      broker.throttle(NOISY, QUOTA, 0);
      producer.send("after");
      assertThat(broker.received()).containsExactly("after");
    }
  }

  @Test
  void shouldSayItOfEachMessageOfABatch() throws Exception {
    try (Producer<String> producer = builder()
        .enableBatching(true)
        .batchingMaxPublishDelay(10, TimeUnit.MILLISECONDS)
        .sendTimeout(1, TimeUnit.SECONDS)
        .create()) {
      broker.throttle(NOISY, QUOTA, 900);
      List<CompletableFuture<MessageId>> sent = send(producer, 0, 3);
      broker.throttle(NOISY, QUOTA, LONG_MILLIS);
      for (CompletableFuture<MessageId> each : sent) {
        assertThat(failureOf(each)).isInstanceOf(ProducerThrottledException.class);
      }
    }
  }

  @Test
  void shouldLeaveOtherTimeoutsAsTheyAre() throws Exception {
    try (Producer<String> producer =
        builder().sendTimeout(300, TimeUnit.MILLISECONDS).create()) {
      broker.answering(false);
      assertThatThrownBy(() -> producer.send("sync"))
          .isExactlyInstanceOf(PulsarClientException.TimeoutException.class);
      assertThat(failureOf(producer.sendAsync("async")))
          .isExactlyInstanceOf(PulsarClientException.TimeoutException.class);
    }
  }

  @Test
  void shouldPassOverThrottledPartitions() throws Exception {
    broker.partitions(3);
    try (Producer<String> producer = builder().create()) {
      ThrottleAware aware = ThrottleAware.of(producer);
      List<String> told = new CopyOnWriteArrayList<>();
      var unused = aware.onThrottle(new ThrottleListener() {
        @Override
        public void throttled(Producer<?> throttled, Throttle throttle) {
          told.add("throttled " + (throttled == producer));
        }

        @Override
        public void resumed(Producer<?> resumed, Throttle throttle) {
          told.add("resumed " + (resumed == producer));
        }
      });
      broker.throttle(NOISY + "-partition-1", QUOTA, LONG_MILLIS);
      broker.throttle(NOISY + "-partition-2", QUOTA, LONG_MILLIS * 2);
      assertThat(aware.isThrottled()).isTrue();
      for (int i = 0; i < 9; i++) {
        producer.send("m" + i);
      }
      broker.throttle(NOISY + "-partition-0", QUOTA, LONG_MILLIS);
      List<CompletableFuture<MessageId>> sent = send(producer, 9, 3);
      for (int i = 0; i < 3; i++) {
        broker.throttle(NOISY + "-partition-" + i, QUOTA, 0);
      }
      sent.forEach(CompletableFuture::join);
      assertThat(aware.isThrottled()).isFalse();
      assertThat(told).containsExactly("throttled true", "resumed true");
    }
    assertThat(throttles().size()).isZero();
  }

  @Test
  void shouldLeaveOtherWaysToRouteAsTheyAre() throws Exception {
    broker.partitions(3);
    MessageRouter toTheLast = new MessageRouter() {
      private static final long serialVersionUID = 1L;

      @Override
      public int choosePartition(Message<?> message, TopicMetadata topic) {
        return topic.numPartitions() - 1;
      }
    };
    for (ProducerBuilder<String> each : List.of(
        builder().messageRouter(toTheLast),
        builder().messageRoutingMode(MessageRoutingMode.SinglePartition))) {
      try (Producer<String> producer = each.create()) {
        int usual = ((MessageIdAdv) producer.send("before")).getPartitionIndex();
        String partition = NOISY + "-partition-" + usual;
        broker.throttle(partition, QUOTA, LONG_MILLIS);
        List<CompletableFuture<MessageId>> sent = send(producer, 0, 3);
        broker.throttle(partition, QUOTA, 0);
        assertThat(sent).allSatisfy(id -> assertThat(((MessageIdAdv) id.join()).getPartitionIndex())
            .isEqualTo(usual));
      }
    }
  }

  @Test
  void shouldSayWhoseProducersAreAware() throws Exception {
    try (PulsarClient stock = PulsarClient.builder().serviceUrl(broker.url()).build();
        Producer<byte[]> producer = stock.newProducer().topic(NOISY).create()) {
      assertThatThrownBy(() -> ThrottleAware.of(producer))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("SluiceClient.build");
    }
  }
}
