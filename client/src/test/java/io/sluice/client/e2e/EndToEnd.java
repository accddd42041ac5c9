package io.sluice.client.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.client.SluiceClient;
import io.sluice.client.ThrottleAware;
import io.sluice.client.testbed.Testbed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.ProducerBuilder;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Reader;
import org.apache.pulsar.client.api.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * What these tests share: a real node, a real Pulsar and a client that knows of throttling. They use
 * nothing but the public API of Pulsar's client and of the add-on, so they run as they are with other
 * versions, and with the shaded variant.
 *
 * <p>A topic is put over its quota for longer than any test takes; taking its limit away ends that at once.
 */
@Timeout(90)
abstract class EndToEnd {

  /** Messages per second. */
  static final int LIMIT = 10;

  private static final int DEADLINE_SECONDS = 60;

  /** What a topic may publish at once, and in 20 s besides: less than a client's usual send timeout. */
  private static final int OVERDRAFT = LIMIT * (1 + 20);

  static final Testbed TESTBED = Testbed.shared();

  PulsarClient client;

  @BeforeEach
  void buildClient() throws PulsarClientException {
    client = SluiceClient.build(PulsarClient.builder().serviceUrl(TESTBED.serviceUrl()));
  }

  @AfterEach
  void closeClient() throws PulsarClientException {
    client.close();
  }

  static String newTopic() {
    return "persistent://public/default/e2e-" + UUID.randomUUID();
  }

  /** A producer that batches what it is given until it is flushed. */
  ProducerBuilder<String> batching(String topic) {
    return client
        .newProducer(Schema.STRING)
        .topic(topic)
        .batchingMaxMessages(10_000)
        .batchingMaxPublishDelay(1, TimeUnit.HOURS);
  }

  /** Limits a topic and publishes, in one batch, what it may publish in 20 s; says how many that is. */
  int overdraw(String topic) throws Exception {
    TESTBED.limit(topic, LIMIT);
    // Without a schema, so that it can be a topic of any.
    try (Producer<byte[]> producer = client
        .newProducer()
        .topic(topic)
        .batchingMaxMessages(OVERDRAFT)
        .batchingMaxPublishDelay(1, TimeUnit.HOURS)
        .create()) {
      numbers(0, OVERDRAFT).forEach(number -> {
        var unused = producer.sendAsync(number.getBytes(UTF_8));
      });
      producer.flush();
    }
    return OVERDRAFT;
  }

  /** The same by a given producer that batches; the limit is there already. */
  static int overdraw(Producer<String> producer) throws PulsarClientException {
    var unused = sendAll(producer, 0, OVERDRAFT);
    producer.flush();
    return OVERDRAFT;
  }

  /** Creates a producer of a topic that is over quota, and waits until it knows that. */
  static <T> Producer<T> throttled(ProducerBuilder<T> builder) throws Exception {
    Producer<T> producer = builder.create();
    awaitThrottle(producer);
    return producer;
  }

  static void awaitThrottle(Producer<?> producer) throws Exception {
    await(ThrottleAware.of(producer)::isThrottled);
  }

  /** Takes a topic's limit away, so that no producer waits for it any more. */
  static void lift(String topic) throws Exception {
    TESTBED.unlimit(topic);
  }

  static List<CompletableFuture<MessageId>> sendAll(Producer<String> producer, int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(number -> producer.sendAsync(Integer.toString(number)))
        .toList();
  }

  static void awaitAll(List<? extends CompletableFuture<?>> futures) throws Exception {
    CompletableFuture.allOf(futures.toArray(new CompletableFuture<?>[0]))
        .get(DEADLINE_SECONDS, TimeUnit.SECONDS);
  }

  /** Waits until something holds. */
  static void await(Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("it does not come true").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  /** What a topic has, from its beginning: so many messages, and no more than that. */
  List<String> read(String topic, int count) throws IOException {
    return read(Schema.STRING, topic, count).stream().map(Message::getValue).toList();
  }

  <T> List<Message<T>> read(Schema<T> schema, String topic, int count) throws IOException {
    List<Message<T>> messages = new ArrayList<>();
    try (Reader<T> reader =
        client.newReader(schema).topic(topic).startMessageId(MessageId.earliest).create()) {
      while (messages.size() < count) {
        Message<T> message = reader.readNext(DEADLINE_SECONDS, TimeUnit.SECONDS);
        assertThat(message)
            .as("after %d of %d messages", messages.size(), count)
            .isNotNull();
        messages.add(message);
      }
      assertThat(reader.hasMessageAvailable())
          .as("more than %d messages", count)
          .isFalse();
    }
    return messages;
  }

  static List<String> numbers(int from, int to) {
    return IntStream.range(from, to).mapToObj(Integer::toString).toList();
  }
}
