package io.sluice.bench.topics;

import io.sluice.bench.load.Clients;
import io.sluice.bench.load.Payload;
import io.sluice.bench.process.Middle;
import io.sluice.bench.relay.Flood;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;

/** Many topics over many connections through one middle, each connection being that of a client. */
final class Crowd implements AutoCloseable {

  private static final int MESSAGE_BYTES = 100;
  private static final int LONGEST_WAIT_SECONDS = 30;

  private final Middle middle;
  private final Clients clients = new Clients();
  private final List<Producer<byte[]>> producers = new ArrayList<>();
  private final Flood flood;

  Crowd(Middle middle, int connections, int topics) throws PulsarClientException {
    this.middle = middle;
    List<PulsarClient> open = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      open.add(clients.open(middle));
    }
    // One of each connection at a time: a broker takes only so many questions about topics at once.
    for (int first = 0; first < topics; first += connections) {
      List<CompletableFuture<Producer<byte[]>>> row = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        row.add(producer(open.get(i), topic(first + i)));
      }
      row.forEach(producer -> producers.add(
          producer.orTimeout(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS).join()));
    }
    this.flood = new Flood(middle, producers, Payload.of(MESSAGE_BYTES));
  }

  /** Not stored: a broker for so many topics that are would be measured instead. */
  static String topic(int index) {
    return "non-persistent://public/default/crowd-" + index;
  }

  private static CompletableFuture<Producer<byte[]>> producer(PulsarClient client, String topic) {
    return client
        .newProducer()
        .topic(topic)
        .enableBatching(false)
        .maxPendingMessages(Flood.WINDOW)
        .blockIfQueueFull(true)
        .createAsync();
  }

  Middle middle() {
    return middle;
  }

  int topics() {
    return producers.size();
  }

  /** Sends as much as gets through, in turn from every connection and every topic. */
  Flood.Result run(double seconds) {
    return flood.run(seconds);
  }

  @Override
  public void close() {
    clients.close();
  }
}
