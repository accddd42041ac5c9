package io.sluice.bench.nodes;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Reader;

/** When the messages of a topic came to the broker, by its own clock: a reader may be late, and then gets many at once. */
final class Arrivals implements AutoCloseable {

  /** What a broker has to be told so that it keeps these times, and tells them to readers. */
  static final Map<String, String> BROKER_SETTINGS = Map.of(
      "brokerEntryMetadataInterceptors",
      "org.apache.pulsar.common.intercept.AppendBrokerTimestampMetadataInterceptor",
      "exposingBrokerEntryMetadataToClientEnabled",
      "true");

  private final ConcurrentLinkedQueue<Long> millis = new ConcurrentLinkedQueue<>();
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
        .readerListener((from, message) -> message.getBrokerPublishTime().ifPresent(millis::add))
        .create();
  }

  /** The most in any second of the first few, from the first message on. */
  int mostInASecond(double firstSeconds) {
    return mostWithin(1, firstSeconds, millis.stream().sorted().toList());
  }

  /**
   * The most within so many seconds, wherever they begin.
   *
   * @param millis in ascending order; what comes later than the first seconds does not count
   */
  static int mostWithin(double seconds, double firstSeconds, List<Long> millis) {
    int most = 0;
    int first = 0;
    for (int last = 0; last < millis.size(); last++) {
      if (millis.get(last) - millis.get(0) > firstSeconds * 1000) {
        break;
      }
      while (millis.get(last) - millis.get(first) >= seconds * 1000) {
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
