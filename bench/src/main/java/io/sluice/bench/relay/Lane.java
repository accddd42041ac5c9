package io.sluice.bench.relay;

import io.sluice.bench.load.PacedRun;
import io.sluice.bench.load.Payload;
import io.sluice.bench.load.Receipts;
import io.sluice.bench.load.Scenario;
import io.sluice.bench.process.Middle;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;

/** The producers and consumers of one scenario through one middle, with stock clients. */
final class Lane {

  record Paced(
      double publishP50Millis,
      double publishP99Millis,
      double endToEndP50Millis,
      double endToEndP99Millis,
      double cpuSecondsPerMillion) {}

  private static final double RUN_IN_SECONDS = 0.2;

  private final Scenario scenario;
  private final Middle middle;
  private final byte[] payload;
  private final Flood flood;
  private final List<Producer<byte[]>> read = new ArrayList<>();
  private volatile PacedRun run = new PacedRun(1, 0, 0);
  private int next;

  /**
   * Messages are received by another client than they are sent by, so over another connection, as
   * mostly in life. Saturating producers have topics of their own, which have no consumers and are
   * not stored: otherwise the disk would be measured.
   */
  Lane(Scenario scenario, Middle middle, PulsarClient sending, PulsarClient receiving)
      throws PulsarClientException {
    this.scenario = scenario;
    this.middle = middle;
    this.payload = Payload.of(scenario.messageBytes());
    List<Producer<byte[]>> unread = new ArrayList<>();
    for (int i = 0; i < scenario.topics(); i++) {
      String topic = scenario.name() + "-" + middle.name() + "-" + i;
      unread.add(producer(sending, "non-persistent://public/default/" + topic));
      read.add(producer(sending, topic));
      receiving
          .newConsumer()
          .topic(topic)
          .subscriptionName("bench")
          .messageListener((consumer, message) -> {
            var unused = consumer.acknowledgeAsync(message);
            run.received(dueNanos(message));
          })
          .subscribe();
    }
    this.flood = new Flood(middle, unread, payload);
  }

  private Producer<byte[]> producer(PulsarClient client, String topic)
      throws PulsarClientException {
    return client
        .newProducer()
        .topic(topic)
        .enableBatching(scenario.batched())
        .maxPendingMessages(Flood.WINDOW)
        .blockIfQueueFull(true)
        .create();
  }

  String middle() {
    return middle.name();
  }

  /** Sends as much as gets through. */
  Flood.Result saturate(double seconds) {
    return flood.run(seconds);
  }

  /** Sends at the scenario's rate, and receives all of it. */
  Paced pace(double seconds) {
    PacedRun paced = new PacedRun(scenario.messagesPerSecond(), RUN_IN_SECONDS, seconds);
    Receipts receipts = new Receipts();
    run = paced;
    double cpuBefore = middle.cpuSeconds();
    paced.send(dueNanos -> {
      byte[] message = payload.clone();
      ByteBuffer.wrap(message).putLong(dueNanos);
      receipts.send(read.get(next), message, count -> paced.published(dueNanos));
      next = (next + 1) % read.size();
    });
    receipts.await("messages through " + middle.name(), paced::isOver);
    double cpu = middle.cpuSeconds() - cpuBefore;
    return new Paced(
        PacedRun.millis(paced.publishNanos(), 50),
        PacedRun.millis(paced.publishNanos(), 99),
        PacedRun.millis(paced.endToEndNanos(), 50),
        PacedRun.millis(paced.endToEndNanos(), 99),
        cpu / paced.messages() * 1e6);
  }

  private static long dueNanos(Message<byte[]> message) {
    return ByteBuffer.wrap(message.getValue()).getLong();
  }
}
