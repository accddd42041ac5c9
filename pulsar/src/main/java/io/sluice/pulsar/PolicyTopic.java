package io.sluice.pulsar;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.ConsumerCryptoFailureAction;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.Reader;
import org.apache.pulsar.client.api.Schema;
import org.jspecify.annotations.Nullable;

/**
 * One connection to the topic: every message on it is read from the beginning, and then the new ones as they
 * come. It reads and calls its listener on one thread, that of the executor.
 */
final class PolicyTopic {

  /** Called on the executor's thread. */
  interface Listener {

    /** A message, and where it stands. */
    void read(PolicyMessage message, MessageId id);

    /** All that was there has been read; called once. */
    void caughtUp(PolicyTopic topic);

    /** Nothing more will be read; called once at most. */
    void lost(Throwable fault);
  }

  private static final int SEND_TIMEOUT_SECONDS = 7;
  private static final int MOST_UNANSWERED = 2000;

  /** How long a message may take that the broker says it has. */
  private static final int READ_TIMEOUT_SECONDS = 30;

  /** Few: a client may have published messages of five megabytes here. */
  private static final int READ_AHEAD = 16;

  private final Reader<byte[]> reader;
  private final Producer<byte[]> producer;
  private final Executor thread;
  private final Listener listener;
  private boolean closed;

  private PolicyTopic(
      Reader<byte[]> reader, Producer<byte[]> producer, Executor thread, Listener listener) {
    this.reader = reader;
    this.producer = producer;
    this.thread = thread;
    this.listener = listener;
  }

  /** Connects, and begins to read; the client's own timeout bounds it. */
  static void open(PulsarClient client, String topic, Executor thread, Listener listener) {
    CompletableFuture<Reader<byte[]>> reader = client
        .newReader(Schema.BYTES)
        .topic(topic)
        .startMessageId(MessageId.earliest)
        .readCompacted(true)
        .receiverQueueSize(READ_AHEAD)
        .cryptoFailureAction(ConsumerCryptoFailureAction.CONSUME) // to be skipped like any garbage
        .createAsync();
    CompletableFuture<Producer<byte[]>> producer = client
        .newProducer(Schema.BYTES)
        .topic(topic)
        .sendTimeout(SEND_TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .maxPendingMessages(MOST_UNANSWERED)
        .blockIfQueueFull(false)
        .createAsync();
    var unused = reader
        .thenAcceptBothAsync(
            producer,
            (from, to) -> new PolicyTopic(from, to, thread, listener).readAllThereIs(),
            thread)
        .whenComplete((opened, fault) -> {
          if (fault != null) {
            // One of them may be there all the same, or both if the thread has ended meanwhile.
            var unusedReader = reader.thenCompose(Reader::closeAsync);
            var unusedProducer = producer.thenCompose(Producer::closeAsync);
            thread.execute(() -> listener.lost(fault));
          }
        });
  }

  private void readAllThereIs() {
    var unused = reader
        .hasMessageAvailableAsync()
        .thenAcceptAsync(
            more -> {
              if (more) {
                readNext(
                    reader.readNextAsync().orTimeout(READ_TIMEOUT_SECONDS, TimeUnit.SECONDS),
                    this::readAllThereIs);
              } else {
                listener.caughtUp(this);
                readWhateverComes();
              }
            },
            thread)
        .exceptionally(this::failed);
  }

  private void readWhateverComes() {
    if (!closed) {
      readNext(reader.readNextAsync(), this::readWhateverComes);
    }
  }

  private void readNext(CompletableFuture<Message<byte[]>> next, Runnable andThen) {
    var unused = next.thenAcceptAsync(
            message -> {
              listener.read(PolicyMessage.of(message), message.getMessageId());
              andThen.run();
            },
            thread)
        .exceptionally(this::failed);
  }

  /** Gives up after any failure, also of the listener: otherwise nothing more would be read. */
  private @Nullable Void failed(Throwable fault) {
    try {
      thread.execute(() -> lost(fault));
    } catch (RejectedExecutionException ended) {
      var unused = close(); // the store was closed while this was being read
    }
    return null;
  }

  /** Gives up. */
  void lost(Throwable fault) {
    if (!closed) {
      var unused = close();
      listener.lost(fault);
    }
  }

  /** The last message of the topic, of each partition, as the broker answers it to a reader that is new. */
  static CompletableFuture<List<MessageId>> end(PulsarClient client, String topic) {
    return client
        .newReader(Schema.BYTES)
        .topic(topic)
        .startMessageId(MessageId.latest)
        .readCompacted(true)
        .createAsync()
        .thenCompose(reader -> reader
            .getLastMessageIdsAsync()
            .whenComplete((ids, fault) -> {
              var unused = reader.closeAsync();
            })
            .thenApply(List::copyOf));
  }

  boolean isConnected() {
    return reader.isConnected();
  }

  /** Completed when the cluster has stored it. Any thread may call it. */
  CompletableFuture<MessageId> send(String key, String value, Map<String, String> properties) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    return producer.newMessage().key(key).value(bytes).properties(properties).sendAsync();
  }

  CompletableFuture<Void> close() {
    closed = true;
    return CompletableFuture.allOf(reader.closeAsync(), producer.closeAsync());
  }
}
