package io.sluice.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.client.SluiceClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.CryptoKeyReader;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.MessageIdAdv;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.ProducerBuilder;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.Reader;
import org.apache.pulsar.client.api.Schema;
import org.apache.pulsar.client.api.transaction.Transaction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the official client can do, it can do while it is throttled. */
@Tag("matrix")
class FeaturesTest extends EndToEnd {

  /** Something with a schema. */
  public static final class Order {
    public String item = "";
    public int count;
  }

  private final String topic = newTopic();

  private <T> List<MessageId> publishWhileThrottled(ProducerBuilder<T> builder, List<T> values)
      throws Exception {
    overdraw(topic);
    try (Producer<T> producer = throttled(builder.topic(topic))) {
      List<CompletableFuture<MessageId>> sent =
          values.stream().map(producer::sendAsync).toList();
      assertThat(sent).noneMatch(CompletableFuture::isDone);
      lift(topic);
      awaitAll(sent);
      return sent.stream().map(CompletableFuture::join).toList();
    }
  }

  /** Reads what was published behind that which had put the topic over its quota. */
  private <T> List<Message<T>> readFrom(MessageId first, Schema<T> schema, CryptoKeyReader keys)
      throws Exception {
    List<Message<T>> messages = new ArrayList<>();
    try (Reader<T> reader = client
        .newReader(schema)
        .topic(topic)
        .startMessageId(first)
        .startMessageIdInclusive()
        .cryptoKeyReader(keys)
        .create()) {
      while (reader.hasMessageAvailable()) {
        messages.add(reader.readNext(60, TimeUnit.SECONDS));
      }
    }
    return messages;
  }

  @Test
  void shouldKeepABatchThatIsOpen() throws Exception {
    TESTBED.limit(topic, LIMIT);
    try (Producer<String> producer = batching(topic).create()) {
      var open = sendAll(producer, 0, 5);
      overdraw(topic);
      awaitThrottle(producer);
      CompletableFuture<Void> flushed = producer.flushAsync();
      assertThat(flushed).isNotDone();

      lift(topic);
      awaitAll(open);
      awaitAll(List.of(flushed));

      assertThat(open)
          .extracting(sent -> ((MessageIdAdv) sent.join()).getBatchIndex())
          .as("all in one batch")
          .containsExactly(0, 1, 2, 3, 4);
    }
  }

  @Test
  void shouldSendTheChunksOfLargeMessages() throws Exception {
    String large = "0123456789".repeat(20_000);
    ProducerBuilder<String> chunking = client
        .newProducer(Schema.STRING)
        .enableBatching(false)
        .enableChunking(true)
        .chunkMaxMessageSize(20_000);

    List<MessageId> ids = publishWhileThrottled(chunking, List.of(large, "small"));

    assertThat(readFrom(ids.get(0), Schema.STRING, new TestKeys()))
        .extracting(Message::getValue)
        .containsExactly(large, "small");
  }

  @Test
  void shouldKeepSchemas() throws Exception {
    Order order = new Order();
    order.item = "valve";
    order.count = 3;
    Schema<Order> schema = Schema.JSON(Order.class);

    List<MessageId> ids = publishWhileThrottled(client.newProducer(schema), List.of(order));

    Order read = readFrom(ids.get(0), schema, new TestKeys()).get(0).getValue();
    assertThat(read.item).isEqualTo("valve");
    assertThat(read.count).isEqualTo(3);
  }

  @Test
  void shouldEncrypt() throws Exception {
    CryptoKeyReader keys = new TestKeys();
    ProducerBuilder<String> encrypting =
        client.newProducer(Schema.STRING).addEncryptionKey("key").cryptoKeyReader(keys);

    List<MessageId> ids = publishWhileThrottled(encrypting, List.of("secret"));

    Message<String> read = readFrom(ids.get(0), Schema.STRING, keys).get(0);
    assertThat(read.getValue()).isEqualTo("secret");
    assertThat(read.getEncryptionCtx()).isPresent();
  }

  @Test
  void shouldCommitTransactions() throws Exception {
    int published = overdraw(topic);
    try (PulsarClient transactional = transactional();
        Producer<String> producer = throttled(transactional
            .newProducer(Schema.STRING)
            .topic(topic)
            .sendTimeout(0, TimeUnit.SECONDS))) {
      Transaction transaction = transactional
          .newTransaction()
          .withTransactionTimeout(1, TimeUnit.MINUTES)
          .build()
          .get(60, TimeUnit.SECONDS);
      var sent = producer.newMessage(transaction).value("committed").sendAsync();
      CompletableFuture<Void> committed = transaction.commit();
      assertThat(committed).isNotDone();

      lift(topic);
      awaitAll(List.of(sent, committed));
    }
    assertThat(read(topic, published + 1).get(published)).isEqualTo("committed");
  }

  private static PulsarClient transactional() throws Exception {
    return SluiceClient.build(
        PulsarClient.builder().serviceUrl(TESTBED.serviceUrl()).enableTransaction(true));
  }
}
