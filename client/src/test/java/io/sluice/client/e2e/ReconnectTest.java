package io.sluice.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.Schema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The connection, or the topic, goes away in the middle of a pause and comes back. */
class ReconnectTest extends EndToEnd {

  private static final int WAITING = 100;

  private final String topic = newTopic();

  private Producer<String> waitingProducer() throws Exception {
    return throttled(client.newProducer(Schema.STRING).topic(topic).enableBatching(false));
  }

  @Test
  @Tag("matrix")
  void shouldWaitOnWhenTheBrokerReloadsTheTopic() throws Exception {
    int published = overdraw(topic);
    try (Producer<String> producer = waitingProducer()) {
      var waiting = sendAll(producer, 0, WAITING);
      long before = producer.getLastDisconnectedTimestamp();

      TESTBED.unload(topic);
      await(() -> producer.getLastDisconnectedTimestamp() != before);
      await(producer::isConnected);
      awaitThrottle(producer);
      assertThat(waiting).noneMatch(sent -> sent.isDone());

      lift(topic);
      awaitAll(waiting);
    }
    expectAllInOrder(published, WAITING);
  }

  @Test
  void shouldPublishWhatWaitedThroughTheNextNode() throws Exception {
    int published = overdraw(topic);
    try (Producer<String> producer = waitingProducer()) {
      var waiting = sendAll(producer, 0, LIMIT); // what the next node lets pass at once
      assertThat(waiting).noneMatch(sent -> sent.isDone());

      TESTBED.killAndStartNode();

      awaitAll(waiting);
    }
    expectAllInOrder(published, LIMIT);
  }

  private void expectAllInOrder(int published, int waited) throws Exception {
    List<String> arrived = read(topic, published + waited);
    assertThat(arrived.subList(published, arrived.size())).isEqualTo(numbers(0, waited));
  }
}
