package io.sluice.bench.nodes;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Reader;

/** When the messages of a topic come from the broker, beside what the producers' receipts say. */
final class Arrivals implements AutoCloseable {

  private final ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();
  private final Reader<byte[]> reader;

  /**
   * Reads from now on.
   *
   * @param beside connects to the broker
   */
  Arrivals(PulsarClient beside, String topic) throws PulsarClientException {
    this.reader = beside
        .newReader()
        .topic(topic)
        .startMessageId(MessageId.earliest)
        .readerListener((from, message) -> nanos.add(System.nanoTime()))
        .create();
  }

  /** The most in any second of the first few, from the first message on. */
  int mostInASecond(double firstSeconds) {
    List<Long> all = List.copyOf(nanos);
    return mostWithin(1, firstSeconds, all);
  }

  /**
   * The most within so many seconds, wherever they begin.
   *
   * @param nanos in ascending order; what comes later than the first seconds does not count
   */
  static int mostWithin(double seconds, double firstSeconds, List<Long> nanos) {
    int most = 0;
    int first = 0;
    for (int last = 0; last < nanos.size(); last++) {
      if (nanos.get(last) - nanos.get(0) > firstSeconds * 1e9) {
        break;
      }
      while (nanos.get(last) - nanos.get(first) >= seconds * 1e9) {
        first++;
      }
      most = Math.max(most, last - first + 1);
    }
    return most;
  }

  @Override
  public void close() {
    var unused = reader.closeAsync(); // nobody waits for it
  }
}
