package io.sluice.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.client.ThrottleAware;
import io.sluice.client.ThrottleReason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.MessageIdAdv;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.Schema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One partition of three is over its quota. */
@Tag("matrix")
class PartitionedTopicTest extends EndToEnd {

  private static final String KEY = "k";

  @Test
  void shouldGoRoundItUnlessAKeyHasToGoThere() throws Exception {
    String topic = newTopic();
    TESTBED.createPartitionedTopic(topic, 3);
    try (Producer<String> producer =
        client.newProducer(Schema.STRING).topic(topic).create()) {
      ThrottleAware aware = ThrottleAware.of(producer);
      int busy = partition(producer.newMessage().key(KEY).value("first").send());
      overdraw(topic + "-partition-" + busy);
      awaitThrottle(producer);
      assertThat(aware.throttle().orElseThrow().reason()).isEqualTo(ThrottleReason.TOPIC_QUOTA);

      var keyed = producer.newMessage().key(KEY).value("second").sendAsync();
      List<Integer> used = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        used.add(partition(producer.newMessage().value("anywhere").send()));
      }

      assertThat(used).doesNotContain(busy);
      assertThat(keyed).isNotDone();
      assertThat(aware.isThrottled()).isTrue();
      lift(topic + "-partition-" + busy);
      assertThat(partition(keyed.get(60, TimeUnit.SECONDS))).isEqualTo(busy);
      await(() -> !aware.isThrottled());
    }
  }

  private static int partition(MessageId id) {
    return ((MessageIdAdv) id).getPartitionIndex();
  }
}
