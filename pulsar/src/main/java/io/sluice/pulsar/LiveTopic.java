package io.sluice.pulsar;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.pulsar.client.api.ConsumerCryptoFailureAction;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.Reader;
import org.apache.pulsar.client.api.Schema;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A topic that keeps nothing, on which nodes tell each other what is true now. It is connected to for as
 * long as it is open, however often that fails. What cannot be sent at once is not sent later either: it
 * would not be true any more.
 *
 * <p>Everything but sending is done by one thread.
 */
final class LiveTopic {

  private static final Logger LOG = LoggerFactory.getLogger(LiveTopic.class);

  private static final long RETRY_SECONDS = 5;
  private static final int SEND_TIMEOUT_SECONDS = 5;
  private static final int CLOSE_TIMEOUT_SECONDS = 2;
  private static final int MOST_UNANSWERED = 1000;

  /** The cluster drops what comes while so many have not been looked at. */
  private static final int READ_AHEAD = 256;

  /** The client connects again by itself; if it has not managed for so long, reader and producer are made anew. */
  private static final int LOOKS_WITHOUT_CONNECTION = 6;

  private final PulsarClient client;
  private final String name;
  private final ScheduledExecutorService thread;
  private final Runnable connected;
  private final Consumer<byte[]> heard;

  private volatile @Nullable Producer<byte[]> producer;
  private @Nullable Reader<byte[]> reader;
  private int looksWithoutConnection;
  private boolean saidWhy;
  private boolean closed;

  /**
   * Not connected to until it is started.
   *
   * @param thread used by nothing but this topic and its owner; ended when the topic is closed
   * @param connected called on the thread, each time the topic is connected
   * @param heard called on the thread, with each message
   */
  LiveTopic(
      PulsarClient client,
      String name,
      ScheduledExecutorService thread,
      Runnable connected,
      Consumer<byte[]> heard) {
    this.client = client;
    this.name = name;
    this.thread = thread;
    this.connected = connected;
    this.heard = heard;
  }

  void start() {
    thread.execute(this::connect);
    var unused =
        thread.scheduleWithFixedDelay(this::look, RETRY_SECONDS, RETRY_SECONDS, TimeUnit.SECONDS);
  }

  private void connect() {
    if (closed) {
      return;
    }
    CompletableFuture<Producer<byte[]>> to = client
        .newProducer(Schema.BYTES)
        .topic(name)
        .enableBatching(false)
        .sendTimeout(SEND_TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .maxPendingMessages(MOST_UNANSWERED)
        .blockIfQueueFull(false)
        .createAsync();
    CompletableFuture<Reader<byte[]>> from = client
        .newReader(Schema.BYTES)
        .topic(name)
        .startMessageId(MessageId.latest)
        .receiverQueueSize(READ_AHEAD)
        .cryptoFailureAction(ConsumerCryptoFailureAction.CONSUME) // to be ignored like any garbage
        .createAsync();
    var unused = to.thenAcceptBothAsync(from, this::connected, thread)
        .whenComplete((done, fault) -> {
          if (fault != null) {
            // One of them may be there all the same, or both if the thread has ended meanwhile.
            var unusedProducer = to.thenCompose(Producer::closeAsync);
            var unusedReader = from.thenCompose(Reader::closeAsync);
            onThread(() -> retry(fault));
          }
        });
  }

  private void connected(Producer<byte[]> sends, Reader<byte[]> reads) {
    producer = sends;
    reader = reads;
    if (closed) {
      var unused = disconnect();
      return;
    }
    saidWhy = false;
    looksWithoutConnection = 0;
    connected.run();
    readNext(reads);
  }

  private void retry(Throwable fault) {
    if (!saidWhy && !closed) {
      saidWhy = true;
      LOG.atWarn()
          .addKeyValue("topic", name)
          .addKeyValue("reason", fault.getMessage())
          .log("other nodes cannot be heard of now");
    }
    var unused = thread.schedule(this::connect, RETRY_SECONDS, TimeUnit.SECONDS);
  }

  private void readNext(Reader<byte[]> from) {
    var unused = from.readNextAsync()
        .whenComplete((message, fault) -> onThread(() -> {
          if (from != reader) {
            return; // given up meanwhile
          }
          if (fault == null) {
            try {
              tell(message.getData());
            } finally {
              readNext(from); // also after an Error, or this node would hear nothing any more
            }
          } else {
            lost(fault);
          }
        }));
  }

  /** Whatever the listener throws, the next message is to be read. */
  private void tell(byte @Nullable [] said) {
    try {
      heard.accept(said == null ? new byte[0] : said); // null if a client has sent that
    } catch (RuntimeException e) {
      LOG.atError().addKeyValue("topic", name).setCause(e).log("a message could not be taken in");
    }
  }

  private void look() {
    Producer<byte[]> sends = producer;
    if (sends == null || reader == null) {
      return; // being connected
    }
    if (sends.isConnected() && reader.isConnected()) {
      looksWithoutConnection = 0;
    } else if (++looksWithoutConnection >= LOOKS_WITHOUT_CONNECTION) {
      lost(new IllegalStateException("the connection to the topic did not come back"));
    }
  }

  private void lost(Throwable fault) {
    var unused = disconnect();
    retry(fault);
  }

  /** What comes after the end of the thread need not be done. */
  private void onThread(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException ended) {
      LOG.debug("closed meanwhile", ended);
    }
  }

  /** Completed when the cluster has got it; fails at once if there is no connection. Any thread may call it. */
  CompletableFuture<MessageId> send(byte[] message) {
    Producer<byte[]> to = producer;
    return to == null || !to.isConnected()
        ? CompletableFuture.failedFuture(new IllegalStateException("there is no connection"))
        : to.sendAsync(message);
  }

  /**
   * Waits for a while until what was sent has arrived, and ends the thread.
   *
   * @param before done on the thread before anything else
   */
  synchronized void close(Runnable before) {
    if (thread.isShutdown()) {
      return;
    }
    await(CompletableFuture.runAsync(before, thread).thenCompose(done -> flush()));
    await(CompletableFuture.runAsync(() -> closed = true, thread)
        .thenComposeAsync(done -> disconnect(), thread));
    thread.shutdownNow();
  }

  private static void await(CompletableFuture<Void> step) {
    step.completeOnTimeout(null, CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .exceptionally(fault -> {
          LOG.debug("the topic could not be closed in order", fault);
          return null;
        })
        .join();
  }

  private CompletableFuture<Void> flush() {
    Producer<byte[]> to = producer;
    return to == null ? CompletableFuture.completedFuture(null) : to.flushAsync();
  }

  private CompletableFuture<Void> disconnect() {
    Producer<byte[]> sends = producer;
    Reader<byte[]> reads = reader;
    producer = null;
    reader = null;
    return CompletableFuture.allOf(
        sends == null ? CompletableFuture.completedFuture(null) : sends.closeAsync(),
        reads == null ? CompletableFuture.completedFuture(null) : reads.closeAsync());
  }
}
