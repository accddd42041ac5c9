package io.sluice.gateway.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.ManualTimer;
import io.sluice.gateway.internal.limit.Ramps;
import io.sluice.gateway.internal.limit.TopicPublishLimiter;
import io.sluice.gateway.internal.metrics.TopLimits.Totals;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import io.sluice.quota.GroupShares;
import io.sluice.quota.InMemoryExchange;
import io.sluice.quota.QuotaSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopLimitsTest {

  private final ManualClock clock = new ManualClock();
  private final ManualTimer timer = new ManualTimer(clock);
  private final Ramps ramps = new Ramps(
      GroupShares.start("alone", QuotaSettings.DEFAULT, new InMemoryExchange().join(), clock));
  private final List<TopicPublishLimiter> topics = new ArrayList<>();
  private final TopLimits<TopicName, TopicPublishLimiter> top =
      new TopLimits<>(2, TopicPublishLimiter::topic);

  private TopicPublishLimiter topic(String name) {
    TopicPublishLimiter topic = new TopicPublishLimiter(
        TopicName.parse(name),
        () -> Policies.of(Map.of(PolicyKey.DEFAULT, PublishLimit.of(1000, 0))),
        ramps,
        clock,
        timer);
    topics.add(topic);
    return topic;
  }

  private Map<String, Totals> show() {
    Map<String, Totals> shown = new HashMap<>();
    top.show(topics, (name, totals) -> shown.put(name.localName(), totals));
    return shown;
  }

  private static void throttle(TopicPublishLimiter topic, int times) {
    for (int i = 0; i < times; i++) {
      topic.throttled();
    }
  }

  @Test
  void shouldShowThoseThatAreThrottledMostAndAddUpTheOthers() {
    throttle(topic("a"), 10);
    throttle(topic("b"), 20);
    throttle(topic("c"), 30);
    throttle(topic("d"), 5);

    Map<String, Totals> shown = show();

    assertThat(shown).containsOnlyKeys("b", "c");
    assertThat(shown.getOrDefault("c", Totals.ZERO).throttledTimes()).isEqualTo(30);
    assertThat(top.other().throttledTimes()).isEqualTo(15);
  }

  @Test
  void shouldPreferTheBusyAmongThoseThatAreNotThrottled() {
    topic("a").consume(1, 1);
    topic("b").consume(5, 1);
    topic("c").consume(3, 1);

    assertThat(show()).containsOnlyKeys("b", "c");
    assertThat(top.other().admitted()).isEqualTo(1);
  }

  @Test
  void shouldNeverLetASumShrinkWhoeverComesAndGoes() {
    TopicPublishLimiter a = topic("a");
    TopicPublishLimiter b = topic("b");
    TopicPublishLimiter c = topic("c");
    Map<String, Long> before = new HashMap<>();
    long others = 0;
    long all = 0;
    for (int round = 0; round < 100; round++) {
      TopicPublishLimiter busy = List.of(a, b, c).get(round / 10 % 3);
      throttle(busy, 100 + round);
      all += 100 + round;

      for (Map.Entry<String, Totals> shown : show().entrySet()) {
        long now = shown.getValue().throttledTimes();
        assertThat(now).isGreaterThanOrEqualTo(before.getOrDefault(shown.getKey(), 0L));
        before.put(shown.getKey(), now);
      }
      assertThat(top.other().throttledTimes()).isGreaterThanOrEqualTo(others);
      others = top.other().throttledTimes();
    }
    assertThat(before.values().stream().mapToLong(Long::longValue).sum() + others)
        .isEqualTo(all);
  }

  private void forget(TopicPublishLimiter topic) {
    topics.remove(topic);
    topic.forget();
    top.forget(topic);
  }

  @Test
  void shouldShowATopicThatIsGoneWhileThereIsRoom() {
    TopicPublishLimiter a = topic("a");
    throttle(a, 10);
    show();
    throttle(a, 7);
    forget(a);

    assertThat(show().getOrDefault("a", Totals.ZERO).throttledTimes()).isEqualTo(17);
    throttle(topic("a"), 3);
    assertThat(show().getOrDefault("a", Totals.ZERO).throttledTimes()).isEqualTo(20);
    assertThat(top.other()).isEqualTo(Totals.ZERO);
  }

  @Test
  void shouldNotKeepMoreTopicsThatAreGoneThanItShows() {
    for (int i = 1; i <= 10; i++) {
      TopicPublishLimiter topic = topic("topic-" + i);
      throttle(topic, i);
      forget(topic);
    }

    assertThat(show()).containsOnlyKeys("topic-9", "topic-10");
    assertThat(top.other().throttledTimes()).isEqualTo(36);
    throttle(topic("busy"), 100);
    assertThat(show()).containsOnlyKeys("busy", "topic-10");
  }

  @Test
  void shouldForgetTopicsThatGoWithoutHavingCounted() {
    for (int i = 1; i <= 10; i++) {
      TopicPublishLimiter topic = topic("topic-" + i);
      show();
      topics.remove(topic); // nothing was counted, so forget() is not called
    }

    assertThat(show()).hasSize(2);
    throttle(topic("a"), 1);
    throttle(topic("b"), 1);
    assertThat(show()).containsOnlyKeys("a", "b");
    assertThat(top.size()).isEqualTo(2);
  }
}
