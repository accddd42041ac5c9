package io.sluice.bench.neighbours;

import io.sluice.bench.figures.Shares;
import io.sluice.bench.load.ClientKind;
import io.sluice.bench.load.Clients;
import io.sluice.bench.load.PacedRun;
import io.sluice.bench.load.Payload;
import io.sluice.bench.load.Push;
import io.sluice.bench.load.Receipts;
import io.sluice.bench.process.Await;
import io.sluice.bench.process.Middle;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.ProducerBuilder;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;

/**
 * A quiet topic and noisy ones on one connection of one client.
 *
 * @param name in front of its figures; empty for the usual one
 * @param noisyNamespace where the noisy topics are
 * @param maxPending messages that each noisy producer has under way
 */
public record Neighbourhood(
    String name,
    Middle middle,
    ClientKind kind,
    String noisyNamespace,
    int noisyTopics,
    int maxPending) {

  record Latency(double p50Millis, double p99Millis) {}

  record Sample(
      String neighbourhood, int round, Latency alone, Latency beside, double noisyPerSecond) {}

  private static final int QUIET_PER_SECOND = 100;
  private static final int MESSAGE_BYTES = 1024;

  private static final double RUN_IN_SECONDS = 0.2;

  /** From when the noise is first held until it is steady: by then its burst is spent. */
  private static final double SETTLING_SECONDS = 0.8;

  /** With stock clients. */
  Neighbourhood(
      String name, Middle middle, String noisyNamespace, int noisyTopics, int maxPending) {
    this(name, middle, ClientKind.STOCK, noisyNamespace, noisyTopics, maxPending);
  }

  public static String noisyTopic(String namespace, int index) {
    return "persistent://" + namespace + "/noisy-" + index;
  }

  /** The quiet topic alone for so long, then beside the noise for as long. */
  Sample measure(int round, double seconds) throws PulsarClientException {
    byte[] payload = Payload.of(MESSAGE_BYTES);
    try (Clients clients = new Clients(kind);
        Push noise = new Push(payload)) {
      PulsarClient client = clients.open(middle);
      Producer<byte[]> quiet = producer(client)
          .topic("persistent://public/default/quiet-" + middle.name())
          .create();
      for (int i = 0; i < noisyTopics; i++) {
        noise.add(
            producer(client)
                .topic(noisyTopic(noisyNamespace, i))
                .maxPendingMessages(maxPending)
                .create(),
            maxPending);
      }
      Latency alone = latency(quiet, payload, seconds);
      noise.start();
      Await.seconds(SETTLING_SECONDS);
      List<Long> before = noise.acknowledged();
      long start = System.nanoTime();
      Latency beside = latency(quiet, payload, seconds);
      double elapsedSeconds = (System.nanoTime() - start) / 1e9;
      long noisy = Shares.between(before, noise.acknowledged()).total();
      return new Sample(name, round, alone, beside, noisy / elapsedSeconds);
    }
  }

  /** Messages never time out: what is measured is how long they take. */
  private static ProducerBuilder<byte[]> producer(PulsarClient client) {
    return client
        .newProducer()
        .enableBatching(false)
        .blockIfQueueFull(true)
        .sendTimeout(0, TimeUnit.SECONDS);
  }

  private Latency latency(Producer<byte[]> quiet, byte[] payload, double seconds) {
    PacedRun run = new PacedRun(QUIET_PER_SECOND, RUN_IN_SECONDS, seconds);
    Receipts receipts = new Receipts();
    run.send(due -> receipts.send(quiet, payload, count -> run.published(due)));
    receipts.await("quiet messages through " + middle.name(), run::isPublished);
    return new Latency(
        PacedRun.millis(run.publishNanos(), 50), PacedRun.millis(run.publishNanos(), 99));
  }
}
