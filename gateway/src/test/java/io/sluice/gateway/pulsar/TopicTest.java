package io.sluice.gateway.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Topics of every kind, and what operators do to them while they are in use. */
@ParameterizedClass
@EnumSource(Through.class)
class TopicTest extends PulsarFixture {

  private static final int COUNT = 200;
  private static final int PARTITIONS = 3;

  private final Rest rest = Rest.plain();

  TopicTest(Through through) {
    super(through);
  }

  @ParameterizedTest
  @ValueSource(strings = {"persistent", "non-persistent"})
  void shouldUsePartitionedTopics(String domain) throws Exception {
    String name = topic.replaceFirst("persistent", domain);
    rest.createPartitioned(name, PARTITIONS);
    assertThat(client.getPartitionsForTopic(name, false).join()).hasSize(PARTITIONS);
    try (Consumer<String> consumer =
            client.newConsumer(Schema.STRING).topic(name).subscriptionName("s").subscribe();
        Producer<String> producer =
            client.newProducer(Schema.STRING).topic(name).create()) {
      Set<String> values = new HashSet<>();
      Set<String> partitions = new HashSet<>();
      for (int i = 0; i < COUNT; i++) {
        var unused = producer.newMessage().key("key-" + i).value("message-" + i).sendAsync();
      }
      producer.flush();
      for (int i = 0; i < COUNT; i++) {
        Message<String> message = next(consumer);
        values.add(message.getValue());
        partitions.add(message.getTopicName());
      }
      assertThat(values).containsExactlyInAnyOrderElementsOf(messages(COUNT));
      assertThat(partitions).hasSize(PARTITIONS);
    }
  }

  @Test
  void shouldUseTopicsThatKeepNothing() throws Exception {
    String name = "non-" + topic;
    try (Consumer<String> consumer =
            client.newConsumer(Schema.STRING).topic(name).subscriptionName("s").subscribe();
        Producer<String> producer =
            client.newProducer(Schema.STRING).topic(name).create()) {
      send(producer, COUNT);
      assertThat(receive(consumer, COUNT)).isEqualTo(messages(COUNT));
    }
  }

  @Test
  void shouldOutliveUnloadingUnderTraffic() throws Exception {
    try (Traffic traffic = new Traffic(client, topic)) {
      for (int i = 0; i < 3; i++) {
        traffic.awaitProgress(COUNT);
        rest.put(Rest.path(topic) + "/unload", "");
      }
      traffic.awaitProgress(COUNT);
      traffic.finishUnharmed();
    }
  }

  @Test
  void shouldOutliveUnloadingOfPartitionsUnderTraffic() throws Exception {
    rest.createPartitioned(topic, PARTITIONS);
    try (Traffic traffic = new Traffic(client, topic)) {
      traffic.awaitProgress(COUNT);
      rest.put(Rest.path(topic) + "/unload", "");
      traffic.awaitProgress(COUNT);
      traffic.finishUnharmed();
    }
  }

  @Test
  void shouldOutliveDeletionUnderTraffic() throws Exception {
    try (Traffic traffic = new Traffic(client, topic)) {
      traffic.awaitProgress(COUNT);
      rest.delete(Rest.path(topic) + "?force=true");
      // The topic is created anew, and what was in the old one is gone with it.
      int first = traffic.published().last() + COUNT;
      traffic.awaitProgress(2 * COUNT);
      assertThat(IntStream.range(first, first + COUNT / 2)).allMatch(traffic.published()::contains);
    }
  }

  @Test
  void shouldUseATopicThatAnOperatorHasCreated() throws Exception {
    rest.put(Rest.path(topic), "");
    try (Traffic traffic = new Traffic(client, topic)) {
      traffic.awaitProgress(COUNT);
      traffic.finishUnharmed();
    }
  }
}
