package io.sluice.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.client.ThrottleAware;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.Schema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ten topics on one connection, one of them over its quota. */
@Tag("matrix")
class NeighboursTest extends EndToEnd {

  private static final int ROUNDS = 20;
  private static final int WAITING = 2000;
  private static final String KILOBYTE = "x".repeat(1024);

  @Test
  void shouldNotFeelThatOneOfThemIsOverQuota() throws Exception {
    String noisy = newTopic();
    int published = overdraw(noisy);
    double pauses = TESTBED.metric("sluice_publish_pauses_total");
    double broken = TESTBED.metric("sluice_throttle_promises_broken_total");
    List<Producer<String>> quiet = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      quiet.add(client.newProducer(Schema.STRING).topic(newTopic()).create());
    }
    Producer<String> throttled =
        throttled(client.newProducer(Schema.STRING).topic(noisy).maxPendingMessages(WAITING));

    List<CompletableFuture<MessageId>> waiting = new ArrayList<>();
    long mostHeld = 0;
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < WAITING / ROUNDS; i++) {
        waiting.add(throttled.sendAsync(waiting.size() + KILOBYTE));
      }
      for (Producer<String> producer : quiet) {
        producer.send(Integer.toString(round));
      }
      mostHeld = Math.max(mostHeld, TESTBED.heldBytes());
    }

    // All of that was while the tenth waited, and it waited in the client.
    assertThat(ThrottleAware.of(throttled).isThrottled()).isTrue();
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    assertThat(mostHeld).as("held by the node").isLessThan(WAITING * 1024 / 100);
    assertThat(TESTBED.metric("sluice_publish_pauses_total")).isEqualTo(pauses);
    assertThat(TESTBED.metric("sluice_throttle_promises_broken_total")).isEqualTo(broken);
    assertThat(quiet).noneMatch(producer -> ThrottleAware.of(producer).isThrottled());

    lift(noisy);
    awaitAll(waiting);
    List<String> arrived = read(noisy, published + WAITING);
    assertThat(arrived.subList(published, arrived.size()))
        .isEqualTo(numbers(0, WAITING).stream().map(number -> number + KILOBYTE).toList());
    for (Producer<String> producer : quiet) {
      assertThat(read(producer.getTopic(), ROUNDS)).isEqualTo(numbers(0, ROUNDS));
    }
  }
}
