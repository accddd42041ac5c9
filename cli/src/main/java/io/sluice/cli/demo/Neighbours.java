package io.sluice.cli.demo;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeoutException;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A noisy and a quiet producer of one stock client, so on one connection. */
final class Neighbours implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Neighbours.class);
  private static final int LONGEST_OPEN_SECONDS = 30;
  private static final int LONGEST_ANSWER_SECONDS = 10;
  private static final int POLL_MILLIS = 10;
  private static final int WARM_UP_ROUNDS = 10;
  private static final int WARM_UP_MESSAGES = 50;

  private final PulsarClient client;
  private final NoisyProducer noisy;
  private final QuietProducer quiet;
  private final CompletableFuture<Void> failure = new CompletableFuture<>();
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
  private long sinceNanos;

  private Neighbours(PulsarClient client, Producer<byte[]> noisy, Producer<byte[]> quiet) {
    this.client = client;
    this.noisy = new NoisyProducer(noisy, failure);
    this.quiet = new QuietProducer(quiet, failure);
  }

  /** Opens both before either sends: beside the noise even that could take half a minute. */
  static Neighbours open(String serviceUrl, String noisyTopic, String quietTopic)
      throws IOException {
    PulsarClient client = PulsarClient.builder()
        .serviceUrl(serviceUrl)
        .connectionsPerBroker(1)
        .operationTimeout(LONGEST_OPEN_SECONDS, SECONDS)
        .build();
    try {
      Producer<byte[]> noisy = producer(client, noisyTopic);
      Producer<byte[]> quiet = producer(client, quietTopic);
      warmUp(noisy);
      warmUp(quiet);
      return new Neighbours(client, noisy, quiet);
    } catch (IOException | RuntimeException e) {
      shutDown(client);
      throw e;
    }
  }

  private static Producer<byte[]> producer(PulsarClient client, String topic)
      throws PulsarClientException {
    return client.newProducer().topic(topic).enableBatching(false).create();
  }

  /** With less than a quota, so that the producer is not limited. */
  private static void warmUp(Producer<byte[]> producer) throws PulsarClientException {
    for (int round = 0; round < WARM_UP_ROUNDS; round++) {
      for (int i = 0; i < WARM_UP_MESSAGES; i++) {
        var unused = producer.sendAsync(new byte[1]);
      }
      producer.flush();
    }
  }

  void startQuiet() {
    sinceNanos = System.nanoTime();
    quiet.firstIsDueAt(sinceNanos);
    every(QuietProducer.PERIOD_NANOS, quiet::send);
  }

  void startNoisy() {
    every(NoisyProducer.PERIOD_NANOS, noisy::send);
  }

  private void every(long periodNanos, Runnable send) {
    Runnable guarded = () -> {
      try {
        send.run();
      } catch (RuntimeException e) {
        failure.completeExceptionally(e);
        throw e; // and so it is not called again
      }
    };
    var unused = threads.scheduleAtFixedRate(guarded, 0, periodNanos, NANOSECONDS);
  }

  /**
   * Waits for a second to pass since the last one ended, and tells what was seen in it.
   *
   * @throws IOException if a message could not be published
   */
  Figures nextSecond() throws IOException, InterruptedException {
    await(sinceNanos + SECONDS.toNanos(1) - System.nanoTime());
    return sinceLast();
  }

  /** Sends nothing more, and waits for the answers to what the quiet producer has sent. */
  Figures finish() throws IOException, InterruptedException {
    threads.shutdownNow();
    long deadline = System.nanoTime() + SECONDS.toNanos(LONGEST_ANSWER_SECONDS);
    while (!quiet.isAnswered() && System.nanoTime() < deadline) {
      await(MILLISECONDS.toNanos(POLL_MILLIS));
    }
    return sinceLast();
  }

  private void await(long nanos) throws IOException, InterruptedException {
    try {
      failure.get(Math.max(0, nanos), NANOSECONDS);
    } catch (TimeoutException e) {
      return; // nothing has failed
    } catch (ExecutionException e) {
      throw new IOException("a message could not be published: " + e.getCause(), e);
    }
  }

  private Figures sinceLast() {
    long now = System.nanoTime();
    double seconds = (now - sinceNanos) / 1e9;
    sinceNanos = now;
    return new Figures(seconds, noisy.takeAsked(), noisy.takePublished(), quiet.takeNanos());
  }

  /**
   * Drops what is under way: a throttled producer's messages could take long. The connection is closed
   * at once; what takes the client some seconds more is not waited for.
   */
  @Override
  public void close() {
    threads.shutdownNow();
    shutDown(client);
  }

  private static void shutDown(PulsarClient client) {
    Thread closing = new Thread(
        () -> {
          try {
            client.shutdown();
          } catch (PulsarClientException e) {
            LOG.warn("the client did not end cleanly", e);
          }
        },
        "demo-client-end");
    closing.setDaemon(true);
    closing.start();
  }
}
