package io.sluice.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.client.Throttle;
import io.sluice.client.ThrottleAware;
import io.sluice.client.ThrottleListener;
import io.sluice.client.ThrottleReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.Schema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A topic is over its quota, and its producer knows. */
@Tag("matrix")
class OverQuotaTest extends EndToEnd {

  @Test
  void shouldKnowWhyAndUntilWhen() throws Exception {
    String topic = newTopic();
    TESTBED.limit(topic, LIMIT);
    try (Producer<String> producer = batching(topic).create()) {
      ThrottleAware aware = ThrottleAware.of(producer);
      assertThat(aware.throttle()).isEmpty();
      Instant before = Instant.now();

      int published = overdraw(producer);
      awaitThrottle(producer);

      Throttle throttle = aware.throttle().orElseThrow();
      assertThat(throttle.reason()).isEqualTo(ThrottleReason.TOPIC_QUOTA);
      assertThat(throttle.since()).isBetween(before.minusMillis(10), Instant.now());
      assertThat(Duration.between(throttle.since(), throttle.until()))
          .isBetween(Duration.ofSeconds(10), Duration.ofSeconds(30));

      var waiting = sendAll(producer, published, published + 100);
      var flushed = producer.flushAsync();
      assertThat(waiting).noneMatch(sent -> sent.isDone());
      lift(topic);
      awaitAll(waiting);
      awaitAll(List.of(flushed));
      await(() -> !aware.isThrottled());
      assertThat(read(topic, published + 100)).isEqualTo(numbers(0, published + 100));
    }
  }

  @Test
  void shouldTellThoseWhoListenOfBeginningAndEnd() throws Exception {
    String topic = newTopic();
    TESTBED.limit(topic, LIMIT);
    List<String> heard = new CopyOnWriteArrayList<>();
    List<String> tooLate = new CopyOnWriteArrayList<>();
    try (Producer<String> producer = batching(topic).create()) {
      ThrottleAware aware = ThrottleAware.of(producer);
      aware.onThrottle(noting(producer, tooLate)).close();
      try (AutoCloseable listening = aware.onThrottle(noting(producer, heard))) {
        assertThat(listening).isNotNull();
        overdraw(producer);
        await(() -> heard.size() == 1);
        lift(topic);
        await(() -> heard.size() == 2);
      }
    }
    assertThat(heard).containsExactly("throttled TOPIC_QUOTA", "resumed TOPIC_QUOTA");
    assertThat(tooLate).isEmpty();
  }

  private static ThrottleListener noting(Producer<?> expected, List<String> notes) {
    return new ThrottleListener() {
      @Override
      public void throttled(Producer<?> producer, Throttle throttle) {
        notes.add((producer == expected ? "" : "another ") + "throttled " + throttle.reason());
      }

      @Override
      public void resumed(Producer<?> producer, Throttle throttle) {
        notes.add((producer == expected ? "" : "another ") + "resumed " + throttle.reason());
      }
    };
  }

  @Test
  void shouldPublishAllInOrderAtTheRateOfTheTopic() throws Exception {
    String topic = newTopic();
    int rate = 50;
    TESTBED.limit(topic, rate);
    try (Producer<String> producer =
        client.newProducer(Schema.STRING).topic(topic).enableBatching(false).create()) {
      long start = System.nanoTime();

      awaitAll(sendAll(producer, 0, 4 * rate));

      // A second's worth was at hand.
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isGreaterThan(Duration.ofMillis(2500));
    }
    assertThat(read(topic, 4 * rate)).isEqualTo(numbers(0, 4 * rate));
  }

  @Test
  void shouldGoOnAsSoonAsTheLimitIsRaised() throws Exception {
    String topic = newTopic();
    overdraw(topic);
    try (Producer<String> producer = throttled(batching(topic))) {
      long start = System.nanoTime();

      TESTBED.limit(topic, 1000 * LIMIT);
      await(() -> !ThrottleAware.of(producer).isThrottled());
      producer.send("on");

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }
  }

  @Test
  void shouldTellThoseWhoComeLaterToo() throws Exception {
    String topic = newTopic();
    overdraw(topic);

    try (Producer<String> newcomer = throttled(batching(topic))) {
      assertThat(newcomer.isConnected()).isTrue();
    }
  }
}
