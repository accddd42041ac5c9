package io.sluice.gateway.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.policy.PublishLimit;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.PulsarClientException.TimeoutException;
import org.apache.pulsar.client.impl.ProducerImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What becomes of held messages when the client or the broker gives up on them, and of other
 * producers: of one on the same connection, and of one on another.
 */
class HeldAndGoneTest {

  private final Rest rest = Rest.plain();
  private LimitedPulsar pulsar;
  private PulsarClient client;
  private String topic;
  private Traffic same;
  private Traffic other;
  private Set<Long> connections;

  @BeforeEach
  void start() throws Exception {
    pulsar = new LimitedPulsar();
    topic = pulsar.topic("held");
    pulsar.limit(topic, PublishLimit.of(1, 0));
    client = pulsar.newClient();
    same = new Traffic(client, pulsar.topic("same"));
    other = new Traffic(pulsar.newClient(), pulsar.topic("other"));
    connections = witnesses();
    assertThat(connections).hasSize(2);
  }

  private Set<Long> witnesses() throws Exception {
    return pulsar.connections(pulsar.topic("same"), pulsar.topic("other"));
  }

  private Held hold(PulsarClient by) throws Exception {
    Held held = new Held(LimitedPulsar.producer(by, topic).create(), pulsar.gateway);
    expectOthersUnharmed();
    return held;
  }

  private void expectOthersUnharmed() throws Exception {
    same.awaitProgress(20);
    other.awaitProgress(20);
    assertThat(witnesses()).isEqualTo(connections);
  }

  @AfterEach
  void stop() throws Exception {
    for (Traffic traffic : List.of(same, other)) {
      traffic.finishUnharmed();
      traffic.close();
    }
    LimitedPulsar.expectNothingHeld(pulsar.gateway);
    pulsar.end();
  }

  @Test
  void shouldPublishEverythingBeforeAProducerIsClosed() throws Exception {
    Held held = hold(client);
    assertThat(pulsar.connections(topic)).isSubsetOf(connections);

    CompletableFuture<Void> closed = held.producer().closeAsync();
    expectOthersUnharmed();
    assertThat(closed).isNotDone();
    pulsar.limit(topic, PublishLimit.of(100, 0));

    closed.get(60, TimeUnit.SECONDS);
    held.expectAcknowledged();
    assertThat(Gateways.producers(pulsar.gateway, topic)).isEmpty();
    expectOthersUnharmed();
    assertThat(Stored.numbers(topic)).isEqualTo(held.numbers());
  }

  @Test
  void shouldForgetWhatAClientHasLeftBehind() throws Exception {
    PulsarClient leaving = pulsar.newClient();
    Held held = hold(leaving);

    // Elsewhere: it hangs up at once, but takes its time to see its threads end.
    CompletableFuture<Void> shutdown = CompletableFuture.runAsync(() -> {
      try {
        leaving.shutdown();
      } catch (PulsarClientException e) {
        throw new CompletionException(e);
      }
    });

    Eventually.until(
        "it is forgotten", () -> Gateways.producers(pulsar.gateway, topic).isEmpty());
    expectOthersUnharmed();
    List<Integer> stored = Stored.numbers(topic);
    assertThat(stored).isEqualTo(held.numbers().subList(0, stored.size()));
    assertThat(stored).hasSizeLessThan(held.numbers().size()).containsAll(held.acknowledged());
    pulsar.unlimit(topic);
    try (var next = LimitedPulsar.producer(client, topic).create()) {
      assertThat(next.send(new byte[4])).isNotNull();
    }
    assertThat(shutdown).isNotCompletedExceptionally();
  }

  @Test
  void shouldHoldAgainWhatIsSentAgainWhenTheConnectionIsLost() throws Exception {
    Held held = hold(pulsar.newClient());
    Instant lost = Instant.now();

    ((ProducerImpl<?>) held.producer()).getClientCnx().close();

    held.expectHeldSince(lost, pulsar.gateway);
    expectOthersUnharmed();
    pulsar.unlimit(topic);
    held.expectAcknowledged();
    assertThat(held.storedFirst()).isEqualTo(held.numbers());
  }

  @Test
  void shouldPublishLateWhatTheClientHasGivenUp() throws Exception {
    Held held = new Held(
        LimitedPulsar.producer(client, topic).sendTimeout(1, TimeUnit.SECONDS).create(),
        pulsar.gateway);
    List<Integer> open = held.open();

    for (int number : open.subList(open.size() / 2, open.size())) {
      assertThatThrownBy(() -> held.answer(number).get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(TimeoutException.class);
    }
    int givenUp = held.numbers().size();
    assertThat(pulsar.heldFrames(topic)).isPositive();
    held.sendMore();
    pulsar.unlimit(topic);

    held.answer(held.numbers().size() - 1).get(60, TimeUnit.SECONDS);
    assertThat(held.acknowledged())
        .containsAll(held.numbers().subList(givenUp, held.numbers().size()));
    assertThat(Stored.numbers(topic)).isEqualTo(held.numbers());
    assertThat(pulsar.connections(topic)).isSubsetOf(connections);
    expectOthersUnharmed();
  }

  @Test
  void shouldHoldAgainWhatIsSentAgainWhenTheTopicIsUnloaded() throws Exception {
    Held held = hold(client);
    Instant unloaded = Instant.now();

    rest.put(Rest.path(topic) + "/unload", "");

    held.expectHeldSince(unloaded, pulsar.gateway);
    expectOthersUnharmed();
    pulsar.unlimit(topic);
    held.expectAcknowledged();
    assertThat(held.storedFirst()).isEqualTo(held.numbers());
  }

  @Test
  void shouldHoldAgainWhatIsSentAgainWhenTheTopicIsDeleted() throws Exception {
    Held held = hold(client);
    Instant deleted = Instant.now();

    rest.delete(Rest.path(topic) + "?force=true");

    List<Integer> open = held.open();
    assertThat(open).isNotEmpty();
    held.expectHeldSince(deleted, pulsar.gateway);
    expectOthersUnharmed();
    pulsar.unlimit(topic);
    held.expectAcknowledged();
    assertThat(held.storedFirst()).containsAll(open);
  }
}
