package io.sluice.gateway.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.BatcherBuilder;
import org.apache.pulsar.client.api.CompressionType;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.CryptoKeyReader;
import org.apache.pulsar.client.api.EncryptionKeyInfo;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.ProducerAccessMode;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Schema;
import org.apache.pulsar.client.api.SubscriptionType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Everything that a stock client's producers can do. */
@ParameterizedClass
@EnumSource(Through.class)
class ProducerTest extends PulsarFixture {

  private static final int COUNT = 50;

  ProducerTest(Through through) {
    super(through);
  }

  @Test
  void shouldSendAndWait() throws PulsarClientException {
    try (Producer<String> producer = newProducer().enableBatching(false).create();
        Consumer<String> consumer = newConsumer().subscribe()) {
      for (String message : messages(COUNT)) {
        assertThat(producer.send(message)).isNotNull();
      }
      assertThat(receive(consumer, COUNT)).isEqualTo(messages(COUNT));
    }
  }

  @Test
  void shouldSendWithoutWaiting() throws Exception {
    try (Producer<String> producer = newProducer().enableBatching(false).create();
        Consumer<String> consumer = newConsumer().subscribe()) {
      List<CompletableFuture<MessageId>> sent = new ArrayList<>();
      for (String message : messages(COUNT)) {
        sent.add(producer.sendAsync(message));
      }
      CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new))
          .get(SECONDS, TimeUnit.SECONDS);
      assertThat(receive(consumer, COUNT)).isEqualTo(messages(COUNT));
    }
  }

  @Test
  void shouldBatch() throws PulsarClientException {
    try (Producer<String> producer =
            newProducer().batchingMaxPublishDelay(1, TimeUnit.MINUTES).create();
        Consumer<String> consumer = newConsumer().subscribe()) {
      send(producer, COUNT);
      Message<String> first = next(consumer);
      assertThat(isOfBatch(first)).isTrue();
      assertThat(receive(consumer, COUNT - 1)).isEqualTo(messages(COUNT).subList(1, COUNT));
    }
  }

  @Test
  void shouldBatchByKey() throws PulsarClientException {
    try (Producer<String> producer = newProducer()
            .batcherBuilder(BatcherBuilder.KEY_BASED)
            .batchingMaxPublishDelay(1, TimeUnit.MINUTES) // until it is flushed
            .create();
        Consumer<String> consumer = newConsumer().subscribe()) {
      for (int i = 0; i < COUNT; i++) {
        var unused =
            producer.newMessage().key("key-" + i % 2).value("message-" + i).sendAsync();
      }
      producer.flush();
      List<String> received = new ArrayList<>();
      for (int i = 0; i < COUNT; i++) {
        Message<String> message = next(consumer);
        assertThat(isOfBatch(message)).isTrue();
        received.add(message.getValue());
      }
      List<String> evenThenOdd = new ArrayList<>();
      for (int key = 0; key < 2; key++) {
        for (int i = key; i < COUNT; i += 2) {
          evenThenOdd.add("message-" + i);
        }
      }
      assertThat(received).containsExactlyInAnyOrderElementsOf(evenThenOdd);
      assertThat(received.subList(0, COUNT / 2)).isSubsetOf(evenThenOdd.subList(0, COUNT / 2));
    }
  }

  /** An id within a batch ends with the place in it. */
  private static boolean isOfBatch(Message<?> message) {
    return message.getMessageId().toString().chars().filter(c -> c == ':').count() == 3;
  }

  @Test
  void shouldCompress() throws PulsarClientException {
    String value = "compressible ".repeat(1000);
    try (Consumer<String> consumer = newConsumer().subscribe()) {
      for (CompressionType type : CompressionType.values()) {
        try (Producer<String> producer = newProducer().compressionType(type).create()) {
          producer.send(type + value);
        }
        assertThat(receive(consumer, 1)).containsExactly(type + value);
      }
    }
  }

  @Test
  void shouldSendInChunksWhatIsLargerThanAFrame() throws PulsarClientException {
    byte[] value = new byte[11 * 1024 * 1024];
    new Random(1).nextBytes(value);
    try (Producer<byte[]> producer = client
            .newProducer()
            .topic(topic)
            .enableBatching(false)
            .enableChunking(true)
            .create();
        Consumer<byte[]> consumer = newConsumer(Schema.BYTES).subscribe()) {
      producer.send(value);
      producer.send(new byte[] {1});
      assertThat(next(consumer).getValue()).isEqualTo(value);
      assertThat(next(consumer).getValue()).containsExactly(1);
    }
  }

  @Test
  void shouldEncrypt() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    CryptoKeyReader keys = new Keys(generator.generateKeyPair());
    try (Producer<String> producer =
            newProducer().addEncryptionKey("key").cryptoKeyReader(keys).create();
        Consumer<String> consumer = newConsumer().cryptoKeyReader(keys).subscribe()) {
      send(producer, COUNT);
      Message<String> first = next(consumer);
      assertThat(first.getEncryptionCtx().orElseThrow().getKeys()).containsOnlyKeys("key");
      assertThat(first.getValue()).isEqualTo("message-0");
      assertThat(receive(consumer, COUNT - 1)).isEqualTo(messages(COUNT).subList(1, COUNT));
    }
  }

  private record Keys(KeyPair pair) implements CryptoKeyReader {

    @Override
    public EncryptionKeyInfo getPublicKey(String name, Map<String, String> metadata) {
      return pem("PUBLIC KEY", pair.getPublic().getEncoded());
    }

    @Override
    public EncryptionKeyInfo getPrivateKey(String name, Map<String, String> metadata) {
      return pem("PRIVATE KEY", pair.getPrivate().getEncoded());
    }

    private static EncryptionKeyInfo pem(String type, byte[] key) {
      String text = "-----BEGIN " + type + "-----\n"
          + Base64.getMimeEncoder().encodeToString(key)
          + "\n-----END " + type + "-----\n";
      return new EncryptionKeyInfo(
          text.getBytes(java.nio.charset.StandardCharsets.US_ASCII), Map.of());
    }
  }

  @Test
  void shouldKeepKeysPropertiesAndTimes() throws PulsarClientException {
    try (Producer<String> producer = newProducer().create();
        Consumer<String> consumer = newConsumer().subscribe()) {
      producer
          .newMessage()
          .key("key")
          .orderingKey(new byte[] {1, 2})
          .property("name", "value")
          .eventTime(42)
          .sequenceId(7)
          .value("all of it")
          .send();
      producer.newMessage().keyBytes(new byte[] {3}).value(null).send();
      Message<String> first = next(consumer);
      assertThat(first.getKey()).isEqualTo("key");
      assertThat(first.getOrderingKey()).containsExactly(1, 2);
      assertThat(first.getProperties()).isEqualTo(Map.of("name", "value"));
      assertThat(first.getEventTime()).isEqualTo(42);
      assertThat(first.getSequenceId()).isEqualTo(7);
      Message<String> second = next(consumer);
      assertThat(second.getKeyBytes()).containsExactly(3);
      assertThat(second.getValue()).isNull();
    }
  }

  @Test
  void shouldDelayDelivery() throws PulsarClientException {
    try (Producer<String> producer = newProducer().create();
        Consumer<String> consumer =
            newConsumer().subscriptionType(SubscriptionType.Shared).subscribe()) {
      Instant due = Instant.now().plusMillis(800);
      producer.newMessage().deliverAt(due.toEpochMilli()).value("late").send();
      producer.send("early");
      assertThat(receive(consumer, 2)).containsExactly("early", "late");
      assertThat(Instant.now()).isAfterOrEqualTo(due);
    }
  }

  @Test
  void shouldHaveATopicAlone() throws PulsarClientException {
    try (Producer<String> alone =
        newProducer().accessMode(ProducerAccessMode.Exclusive).create()) {
      assertThatThrownBy(() -> newProducer().create())
          .isInstanceOf(PulsarClientException.ProducerBusyException.class);
      assertThatThrownBy(
              () -> newProducer().accessMode(ProducerAccessMode.Exclusive).create())
          .isInstanceOf(PulsarClientException.ProducerFencedException.class);
      assertThat(alone.send("alone")).isNotNull();
    }
  }

  @Test
  void shouldWaitToHaveATopicAlone() throws Exception {
    CompletableFuture<Producer<String>> second;
    try (Producer<String> first =
        newProducer().accessMode(ProducerAccessMode.WaitForExclusive).create()) {
      second = newProducer().accessMode(ProducerAccessMode.WaitForExclusive).createAsync();
      assertThat(first.send("first")).isNotNull();
      Eventually.until(
          "the second one waits",
          () -> Rest.plain().get(Rest.path(topic) + "/stats").contains("\"waitingPublishers\":1"));
      assertThat(second).isNotDone();
    }
    try (Producer<String> opened = second.get(SECONDS, TimeUnit.SECONDS)) {
      assertThat(opened.send("second")).isNotNull();
    }
  }

  @Test
  void shouldFenceOffWhoeverHadTheTopicAlone() throws Exception {
    try (Producer<String> first =
            newProducer().accessMode(ProducerAccessMode.Exclusive).create();
        Producer<String> second =
            newProducer().accessMode(ProducerAccessMode.ExclusiveWithFencing).create()) {
      assertThat(second.send("second")).isNotNull();
      assertThatThrownBy(() -> first.send("first"))
          .isInstanceOf(PulsarClientException.ProducerFencedException.class);
    }
  }

  @Test
  void shouldDropWhatIsSentTwice() throws Exception {
    String namespace = "public/" + uniqueName();
    Rest.plain().createNamespace(namespace, 1);
    Rest.plain().post("/admin/v2/namespaces/" + namespace + "/deduplication", "true");
    String name = "persistent://" + namespace + "/topic";
    try (Consumer<String> consumer =
        client.newConsumer(Schema.STRING).topic(name).subscriptionName("s").subscribe()) {
      for (int round = 0; round < 2; round++) {
        try (Producer<String> producer = client
            .newProducer(Schema.STRING)
            .topic(name)
            .producerName("same")
            .enableBatching(false)
            .create()) {
          assertThat(producer.getLastSequenceId()).isEqualTo(round == 0 ? -1 : COUNT - 1);
          for (int i = 0; i < COUNT; i++) {
            producer.newMessage().sequenceId(i).value("message-" + i).send();
          }
        }
      }
      assertThat(receive(consumer, COUNT)).isEqualTo(messages(COUNT));
      try (Producer<String> producer =
          client.newProducer(Schema.STRING).topic(name).create()) {
        assertNothingBefore(producer, consumer);
      }
    }
  }

  @Test
  void shouldSendAndAcknowledgeInTransactions() throws Exception {
    String output = topic + "-output";
    try (Producer<String> input = newProducer().create();
        Consumer<String> in = newConsumer().subscribe();
        Producer<String> out = client
            .newProducer(Schema.STRING)
            .topic(output)
            .sendTimeout(0, TimeUnit.SECONDS)
            .create();
        Consumer<String> outcome = client
            .newConsumer(Schema.STRING)
            .topic(output)
            .subscriptionName("s")
            .subscribe()) {
      input.send("hello");
      for (boolean commit : List.of(false, true)) {
        var transaction = client
            .newTransaction()
            .withTransactionTimeout(1, TimeUnit.MINUTES)
            .build()
            .get(SECONDS, TimeUnit.SECONDS);
        Message<String> message = next(in);
        out.newMessage(transaction).value(message.getValue() + commit).send();
        in.acknowledgeAsync(message.getMessageId(), transaction).get(SECONDS, TimeUnit.SECONDS);
        (commit ? transaction.commit() : transaction.abort()).get(SECONDS, TimeUnit.SECONDS);
        if (!commit) {
          in.redeliverUnacknowledgedMessages();
        }
      }
      assertThat(receive(outcome, 1)).containsExactly("hellotrue");
      in.redeliverUnacknowledgedMessages();
      assertNothingBefore(input, in);
      assertNothingBefore(out, outcome);
    }
  }

  @Test
  void shouldNameProducersDifferently() throws PulsarClientException {
    try (Producer<String> first = newProducer().create();
        Producer<String> second = newProducer().create()) {
      assertThat(Set.of(first.getProducerName(), second.getProducerName())).hasSize(2);
    }
  }
}
