package io.sluice.gateway.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.sluice.gateway.view.ConnectionView.ProducerView;
import io.sluice.policy.PublishLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much a topic is let publish, by what its producer sees. */
@Tag("alone") // measures rates to one percent
class PublishRateTest {

  /** What may be consumed of a burst beyond it: see {@code TokenBucket}. */
  private static final double SLACK = 1.0 / 64;

  private LimitedPulsar pulsar;
  private PulsarClient client;

  @BeforeEach
  void start() throws Exception {
    pulsar = new LimitedPulsar();
    client = pulsar.newClient();
  }

  @AfterEach
  void stop() throws Exception {
    LimitedPulsar.expectNothingHeld(pulsar.gateway);
    pulsar.end();
  }

  /** What is pushed into a topic of its own at once; takes about 12 s at its limit. */
  private final class Load {

    private final String topic;
    private final PublishLimit limit;
    private final int perBatch;
    private final int count;
    private final Push push;

    Load(String name, PublishLimit limit, int perBatch, int bytes, int count)
        throws PulsarClientException {
      this.topic = pulsar.topic(name);
      this.limit = limit;
      this.perBatch = perBatch;
      this.count = count;
      pulsar.limit(topic, limit);
      this.push =
          new Push(LimitedPulsar.batchProducer(client, topic, perBatch).create(), bytes, count);
    }

    /** In messages per second; how large they are on the wire is what the gateway has counted. */
    private double expected() throws Exception {
      ProducerView view = pulsar.producer(topic);
      assertThat(view.messages()).isEqualTo(count);
      double byMessages = limit.messages() == 0 ? Double.MAX_VALUE : (double) limit.messages();
      double byBytes = limit.bytes() == 0
          ? Double.MAX_VALUE
          : (double) limit.bytes() * view.messages() / view.bytes();
      return Math.min(byMessages, byBytes);
    }

    void expectRate() throws Exception {
      push.awaitAcknowledged(count);
      double expected = expected();
      double rate = push.rate(expected, Math.max(1, count / 10), count);
      System.out.printf("%s: %.3f/s of %.3f/s%n", topic, rate, expected);
      assertThat(rate).as(topic).isCloseTo(expected, withPercentage(1));
      expectNoMoreThanTheBurst(push, count, perBatch, expected, limit.burst());
    }
  }

  /** Nothing may pass before all that came before it is paid for, be it with the burst. */
  private static void expectNoMoreThanTheBurst(
      Push push, int count, int perBatch, double perSecond, Duration burst) {
    double free = Math.max(1, perSecond * burst.toMillis() / 1000 * (1 + SLACK)) + perBatch;
    for (int i = 0; i < count; i++) {
      assertThat(push.nanos(i) / 1e9)
          .as("seconds until message %d", i)
          .isGreaterThanOrEqualTo((i - free) / perSecond);
    }
  }

  @Test
  void shouldAdmitEachTopicAtItsRate() throws Exception {
    List<Load> loads = new ArrayList<>();
    loads.add(new Load("one", PublishLimit.of(1, 0), 1, 10, 13));
    loads.add(new Load("hundred", PublishLimit.of(100, 0), 1, 10, 1300));
    loads.add(new Load("bytes", PublishLimit.of(0, 1_000_000), 1, 10_000, 1300));
    loads.add(new Load("messages-first", PublishLimit.of(100, 1_000_000), 1, 1000, 1300));
    loads.add(new Load("bytes-first", PublishLimit.of(1000, 100_000), 1, 1000, 1200));
    loads.add(new Load(
        "large-batches",
        PublishLimit.of(100, 0).withBurst(Duration.ofMillis(500)), // half a batch
        100,
        10,
        1300));
    loads.add(new Load("large-messages", PublishLimit.of(0, 10_000), 1, 12_000, 10));
    for (Load load : loads) {
      load.expectRate();
    }
  }

  /** All of it is held before, so that it does not matter how quickly the client can push. */
  @ParameterizedTest
  @CsvSource({"10000, 10", "100000, 1000"})
  void shouldAdmitManyMessagesPerSecond(int perSecond, int perBatch) throws Exception {
    int count = 5 * perSecond;
    Load load = new Load("quick", PublishLimit.of(1, 0), perBatch, 4, count);
    Eventually.until(
        "all but the first batch is held",
        () -> pulsar.heldFrames(load.topic) == count / perBatch - 1);
    long raised = load.push.nanosSinceStart(System.nanoTime());

    pulsar.limit(load.topic, PublishLimit.of(perSecond, 0));

    load.push.awaitAcknowledged(count);
    double rate = load.push.rate(perSecond, count / 10, count);
    System.out.printf("%.1f/s of %d/s%n", rate, perSecond);
    assertThat(rate).isCloseTo(perSecond, withPercentage(1));
    assertThat((load.push.nanos(count - 1) - raised) / 1e9)
        .as("seconds, as there was no burst to begin with")
        .isGreaterThan((count - 2.0 * perBatch) / perSecond);
  }

  @Test
  void shouldAdmitNoMoreThanTheBurstAfterIdling() throws Exception {
    int burst = 100;
    int count = 125;
    double perSecond = 50;
    PublishLimit limit = PublishLimit.of(50, 0).withBurst(Duration.ofSeconds(2));
    String topic = pulsar.topic("idle");
    pulsar.limit(topic, limit);
    var producer = LimitedPulsar.producer(client, topic).create();
    Push before = new Push(producer, 10, count);
    before.awaitAcknowledged(count);
    long idleUntil = System.nanoTime() + 2_500_000_000L;
    Eventually.until("more than a burst is earned", () -> System.nanoTime() > idleUntil);

    Push after = new Push(producer, 10, count);

    after.awaitAcknowledged(count);
    System.out.printf("a burst of %d took %d ms%n", burst, after.nanos(burst - 1) / 1_000_000);
    assertThat(after.nanos(burst - 1) / 1e9).isLessThan(1.5);
    for (Push push : List.of(before, after)) {
      expectNoMoreThanTheBurst(push, count, 1, perSecond, limit.burst());
    }
  }

  @Test
  void shouldGoOnAtTheRateAsSoonAsTheBurstIsSpent() throws Exception {
    int burst = 1000;
    int more = 100;
    PublishLimit limit = PublishLimit.of(100, 0).withBurst(Duration.ofSeconds(10));

    Load load = new Load("spent", limit, 1, 10, burst + more);

    load.push.awaitAcknowledged(burst + more);
    double seconds = (load.push.nanos(burst + more - 1) - load.push.nanos(burst - 1)) / 1e9;
    System.out.printf("a second's worth after the burst took %.1f s%n", seconds);
    assertThat(seconds).isBetween(0.5, 5.0);
  }

  @Test
  void shouldLetEverythingPassInShadow() throws Exception {
    String topic = pulsar.topic("shadow");
    int count = 2000;
    pulsar.limit(topic, PublishLimit.of(1, 1).inShadow());

    Push push = new Push(LimitedPulsar.producer(client, topic).create(), 10, count);

    Eventually.until("all is published", () -> {
      assertThat(pulsar.producer(topic).throttle()).isEmpty();
      return push.acknowledged() == count;
    });
  }
}
