package io.sluice.gateway.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Limits that change while a producer pushes all it can. How long a change takes to be felt is
 * printed: on an idle machine, some milliseconds. What is asserted has room for a busy one.
 */
class LimitChangeTest {

  private static final int MOST = 1_000_000;
  private static final int IN_FLIGHT = 100;
  private static final double LONGEST_MILLIS = 500;
  private static final double PERCENT = 3;

  private LimitedPulsar pulsar;
  private String topic;
  private Push push;

  @BeforeEach
  void start() throws Exception {
    pulsar = new LimitedPulsar();
    topic = pulsar.topic("changing");
  }

  private void push(int inFlight) throws Exception {
    var producer = LimitedPulsar.producer(pulsar.newClient(), topic).create();
    push = new Push(producer, 10, MOST, inFlight);
  }

  /** Nothing was lost, published twice or out of order. */
  @AfterEach
  void stop() throws Exception {
    pulsar
        .policies
        .remove(PolicyKind.PUBLISH, PolicyKey.namespace(pulsar.namespace))
        .toCompletableFuture()
        .join();
    pulsar.unlimit(topic);
    int sent = push.finish();
    LimitedPulsar.expectNothingHeld(pulsar.gateway);
    pulsar.end();
    assertThat(Stored.numbers(topic)).isEqualTo(IntStream.range(0, sent).boxed().toList());
  }

  /**
   * Goes from one rate to another while the limit is felt. Either is a line of messages over time;
   * where these two meet, the change took effect. A refilled bucket would move the second line, and
   * with it that point, by a second or so before the change.
   */
  private void expectChange(int from, int to, Runnable change) throws Exception {
    push(IN_FLIGHT);
    push.awaitRate(from, 2 * from, PERCENT); // past the burst
    double changed = push.nanosSinceStart(System.nanoTime());

    change.run();

    int atChange = push.acknowledgedAt((long) changed);
    int settled = atChange + Math.max(from, to) / 5;
    push.awaitRate(to, settled, PERCENT);
    int before = push.promptest(from, 2 * from, atChange);
    int after = push.promptest(to, settled, push.acknowledged());
    double beforeNanos = push.nanos(before) - before * 1e9 / from;
    double afterNanos = push.nanos(after) - after * 1e9 / to;
    double meeting = (afterNanos - beforeNanos) / (1e9 / from - 1e9 / to);
    expectDelay((beforeNanos + meeting * 1e9 / from - changed) / 1e6);
  }

  private void expectDelay(double millis) {
    System.out.printf("it took %.1f ms%n", millis);
    assertThat(millis).as("the delay in ms").isBetween(-LONGEST_MILLIS, LONGEST_MILLIS);
  }

  @Test
  void shouldRaiseALimit() throws Exception {
    pulsar.limit(topic, PublishLimit.of(200, 0));
    expectChange(200, 1000, () -> pulsar.limit(topic, PublishLimit.of(1000, 0)));
  }

  @Test
  void shouldLowerALimit() throws Exception {
    pulsar.limit(topic, PublishLimit.of(1000, 0));
    expectChange(1000, 200, () -> pulsar.limit(topic, PublishLimit.of(200, 0)));
  }

  @Test
  void shouldGoBackToTheLimitOfTheNamespace() throws Exception {
    pulsar.limit(topic, PublishLimit.of(200, 0));
    pulsar.policies.put(
        PolicyKind.PUBLISH, PolicyKey.namespace(pulsar.namespace), PublishLimit.of(1000, 0));
    expectChange(200, 1000, () -> pulsar.unlimit(topic));
  }

  @Test
  void shouldAddALimit() throws Exception {
    int rate = 200;
    int inFlight = 10;
    push(inFlight);
    push.awaitAcknowledged(1000);
    long changed = push.nanosSinceStart(System.nanoTime());

    pulsar.limit(topic, PublishLimit.of(rate, 0).withBurst(Duration.ofMinutes(1)));

    int atChange = push.acknowledgedAt(changed);
    double unlimited = (atChange - 500) * 1e9 / (push.nanos(atChange - 1) - push.nanos(499));
    int settled = atChange + (int) (unlimited * LONGEST_MILLIS / 1000) + inFlight;
    Eventually.until("it is held", () -> pulsar.heldFrames(topic) > 0);
    int from = push.acknowledged() + rate / 5;
    assertThat(from).as("how far it came, and not by a burst").isLessThan(settled + rate / 5);
    push.awaitRate(rate, from, PERCENT);
    int after = push.promptest(rate, from, push.acknowledged());
    // What had passed when the limit was set, if it was felt at once; the more, the later it was.
    double passed = after - (push.nanos(after) - changed) * rate / 1e9;
    expectDelay((passed - atChange - inFlight) / (unlimited - rate) * 1e3);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldRemoveALimit(boolean altogether) throws Exception {
    PublishLimit limit = PublishLimit.of(5, 0);
    pulsar.limit(topic, limit);
    push(IN_FLIGHT);
    push.awaitAcknowledged(7);
    long changed = push.nanosSinceStart(System.nanoTime());

    pulsar.limit(topic, altogether ? PublishLimit.NONE : limit.inShadow());

    int atChange = push.acknowledgedAt(changed);
    push.awaitAcknowledged(atChange + 1000);
    double millis = (push.nanos(atChange + 10) - changed) / 1e6;
    System.out.printf("ten more took %.1f ms%n", millis);
    assertThat(millis).as("not the 2000 ms that the limit would take").isLessThan(1000);
  }

  @Test
  void shouldKeepEverythingInOrderHoweverOftenLimitsChange() throws Exception {
    List<PublishLimit> limits = new ArrayList<>();
    for (long messages : List.of(100L, 5000L, 1L, 0L, 300L, 20_000L)) {
      limits.add(PublishLimit.of(messages, 0));
      limits.add(PublishLimit.of(messages, 20_000).withBurst(Duration.ofMillis(1)));
      limits.add(PublishLimit.of(messages, 1000).inShadow());
    }
    push(IN_FLIGHT);
    for (int i = 0; i < 100; i++) {
      int before = push.acknowledged();
      pulsar.limit(topic, limits.get(i % limits.size()));
      long until = System.nanoTime() + 20_000_000;
      Eventually.until(
          "some more are published, or none for a while",
          () -> push.acknowledged() > before + 50 || System.nanoTime() > until);
    }
  }
}
