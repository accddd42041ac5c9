package io.sluice.gateway.internal.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.ManualTimer;
import io.sluice.core.testing.Seeds;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.internal.limit.BrokerPublishLimiter;
import io.sluice.gateway.internal.limit.Ramps;
import io.sluice.gateway.internal.limit.ResourceGroup;
import io.sluice.gateway.internal.limit.TopicPublishLimiter;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import io.sluice.quota.Direction;
import io.sluice.quota.GroupShares;
import io.sluice.quota.InMemoryExchange;
import io.sluice.quota.QuotaDimension;
import io.sluice.quota.QuotaSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How limits hold together, and how fairly, on a clock that is moved. */
class ProducerLimitsTest {

  private static final Duration BURST = Duration.ofMillis(100);
  private static final double UNLIMITED = Double.POSITIVE_INFINITY;

  private final ManualClock clock = new ManualClock();
  private final ManualTimer timer = new ManualTimer(clock);
  private final Ramps ramps = new Ramps(
      GroupShares.start("alone", QuotaSettings.DEFAULT, new InMemoryExchange().join(), clock));
  private int version;

  private ResourceGroup group(String name, double messagesPerSecond) {
    ResourceGroup group =
        new ResourceGroup(new PolicyKey.Group(name), ramps, BURST, clock, () -> timer);
    group.setQuota(new GroupQuota((long) messagesPerSecond, -1, -1, -1));
    group.setShare(Direction.PUBLISH, messagesPerSecond, UNLIMITED);
    return group;
  }

  private TopicPublishLimiter topic(String name, PublishLimit limit) {
    return new TopicPublishLimiter(
        TopicName.parse(name),
        () -> Policies.of(Map.of(PolicyKey.DEFAULT, limit)),
        ramps,
        clock,
        timer);
  }

  private BrokerPublishLimiter broker(PublishLimit limit) {
    return new BrokerPublishLimiter(
        new BrokerAddress("broker-1", 6650),
        () -> Policies.of(Map.of(PolicyKey.BROKER, limit)),
        clock,
        timer);
  }

  /** One that always has frames of this size to send. */
  private final class Pusher {

    private final ProducerLimits limits;
    private final int size;
    private final Map<ResourceGroup, Long> sentIn = new HashMap<>();
    private List<ResourceGroup> groups = List.of();
    private long sent;

    Pusher(TopicPublishLimiter topic, int size, ResourceGroup... groups) {
      this(topic, broker(PublishLimit.NONE), size, groups);
    }

    Pusher(
        TopicPublishLimiter topic, BrokerPublishLimiter broker, int size, ResourceGroup... groups) {
      this.limits = new ProducerLimits(topic, broker);
      this.size = size;
      moveTo(List.of(groups));
      timer.runLater(this::push, 0);
    }

    void moveTo(List<ResourceGroup> others) {
      groups = others;
      limits.follow(++version, others, gone -> {}, come -> {});
      timer.runLater(this::push, 0);
    }

    private void push() {
      for (int i = 0; i < 10_000 && !limits.isQueued(); i++) {
        LimitWait closed = limits.nextToJoin(size, size);
        if (closed != null) {
          closed.join(size, size, () -> timer.runLater(this::push, 0));
        } else {
          limits.use(size, size);
          sent += size;
          groups.forEach(group -> sentIn.merge(group, (long) size, Long::sum));
        }
      }
    }
  }

  private double ratePerSecond(Pusher pusher, Duration time) {
    long before = pusher.sent;
    timer.advance(time);
    return (pusher.sent - before) / (double) time.toSeconds();
  }

  @Test
  void shouldKeepToOneQuotaOverAllTopicsAndBeFairToThem() {
    ResourceGroup gold = group("gold", 100);
    List<Pusher> pushers = IntStream.of(1, 1, 3, 10)
        .mapToObj(size -> new Pusher(topic("topic-" + size, PublishLimit.NONE), size, gold))
        .toList();

    timer.advance(Duration.ofSeconds(100));

    assertThat(gold.count(QuotaDimension.PUBLISH_MESSAGES)).isBetween(9_900L, 10_100L);
    for (Pusher pusher : pushers) {
      assertThat((double) pusher.sent).isCloseTo(2_500, within(125.0));
    }
    assertThat(gold.throttledNanos(Direction.PUBLISH))
        .isGreaterThan(Duration.ofSeconds(95).toNanos());
  }

  @Test
  void shouldKeepToTheRateOfEachBrokerOverAllTopicsAndBeFairToThem() {
    BrokerPublishLimiter busy = broker(PublishLimit.of(100, 0));
    BrokerPublishLimiter idle = broker(PublishLimit.of(100, 0));
    List<Pusher> pushers = IntStream.of(1, 1, 3, 10)
        .mapToObj(size -> new Pusher(topic("topic-" + size, PublishLimit.NONE), busy, size))
        .toList();
    Pusher elsewhere = new Pusher(topic("elsewhere", PublishLimit.of(20, 0)), idle, 1);

    timer.advance(Duration.ofSeconds(100));

    assertThat(pushers.stream().mapToLong(pusher -> pusher.sent).sum()).isBetween(9_900L, 10_200L);
    for (Pusher pusher : pushers) {
      assertThat((double) pusher.sent).isCloseTo(2_500, within(125.0));
    }
    assertThat(elsewhere.sent).isBetween(2_000L, 2_030L);
    assertThat(idle.throttledTimes()).isZero();
  }

  /** The wider limit comes last: a producer that waits for its group has no turn of the broker's. */
  @Test
  void shouldLeaveToOthersWhatAProducerOverItsGroupsQuotaCannotUse() {
    BrokerPublishLimiter broker = broker(PublishLimit.of(100, 0));
    ResourceGroup small = group("small", 10);
    Pusher inGroup = new Pusher(topic("in", PublishLimit.NONE), broker, 1, small);
    Pusher outside = new Pusher(topic("out", PublishLimit.NONE), broker, 1);

    timer.advance(Duration.ofSeconds(100));

    assertThat(inGroup.sent).isBetween(980L, 1_010L);
    assertThat(outside.sent).isBetween(8_900L, 9_130L);
  }

  @Test
  void shouldKeepToSharesOfLessThanOnePerSecond() {
    ResourceGroup gold = group("gold", 0.5);
    Pusher pusher = new Pusher(topic("topic", PublishLimit.NONE), 1, gold);

    timer.advance(Duration.ofSeconds(1000));

    assertThat(pusher.sent).isBetween(499L, 502L);
  }

  @Test
  void shouldFeelTheMostStringentOfAllThatHold() {
    ResourceGroup ofNamespace = group("namespace", 100);
    ResourceGroup ofTenant = group("tenant", 150);
    Pusher limited = new Pusher(topic("slow", PublishLimit.of(10, 0)), 1, ofNamespace, ofTenant);
    Pusher fast = new Pusher(topic("fast", PublishLimit.NONE), 1, ofNamespace, ofTenant);
    Pusher elsewhere = new Pusher(topic("elsewhere", PublishLimit.NONE), 1, ofTenant);
    timer.advance(Duration.ofSeconds(10));
    long slowBefore = limited.sent;
    long elsewhereBefore = elsewhere.sent;

    assertThat(ratePerSecond(fast, Duration.ofSeconds(100))).isCloseTo(70, within(25.0));

    assertThat((limited.sent - slowBefore) / 100.0).isCloseTo(10, within(0.5));
    assertThat((elsewhere.sent - elsewhereBefore) / 100.0).isCloseTo(70, within(25.0));
    assertThat((double) ofTenant.count(QuotaDimension.PUBLISH_MESSAGES))
        .isCloseTo(16_500, within(330.0));
    assertThat((double) ofNamespace.count(QuotaDimension.PUBLISH_MESSAGES)).isLessThan(11_110);
  }

  @Test
  void shouldUseUpBothOfTwoQuotasThatTopicsHaveInCommon() {
    ResourceGroup ofNamespace = group("namespace", 50);
    ResourceGroup ofTenant = group("tenant", 100);
    Pusher one = new Pusher(topic("one", PublishLimit.NONE), 1, ofNamespace, ofTenant);
    Pusher other = new Pusher(topic("other", PublishLimit.NONE), 1, ofNamespace, ofTenant);

    timer.advance(Duration.ofSeconds(100));

    assertThat((double) ofNamespace.count(QuotaDimension.PUBLISH_MESSAGES))
        .isCloseTo(5000, within(100.0));
    assertThat(one.sent).isCloseTo(other.sent, within(100L));
  }

  @Test
  void shouldKeepBalancesWhoeverComesAndGoes() {
    ResourceGroup gold = group("gold", 10);
    ResourceGroup silver = group("silver", 10);
    Pusher pusher = new Pusher(topic("topic", PublishLimit.NONE), 1, gold);

    for (int i = 0; i < 1000; i++) { // 100 seconds in all
      pusher.moveTo(i % 2 == 0 ? List.of(silver) : List.of(gold));
      timer.advance(Duration.ofMillis(100));
    }

    // A group whose member is away saves up no more than its burst, which is one message here.
    assertThat(gold.count(QuotaDimension.PUBLISH_MESSAGES)).isLessThanOrEqualTo(1002);
    assertThat(silver.count(QuotaDimension.PUBLISH_MESSAGES)).isLessThanOrEqualTo(1002);
  }

  @Test
  void shouldCountEveryMessageOnceInEachGroupHoweverTheyChange() {
    Seeds.forEach(50, random -> {
      List<ResourceGroup> all = List.of(group("a", 50), group("b", 0.7), group("c", 1000));
      List<Pusher> pushers = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        PublishLimit limit = random.nextBoolean() ? PublishLimit.NONE : PublishLimit.of(20, 0);
        pushers.add(new Pusher(topic("topic-" + i, limit), 1 + random.nextInt(5), all.get(i % 3)));
      }
      for (int step = 0; step < 200; step++) {
        Pusher pusher = pushers.get(random.nextInt(pushers.size()));
        List<ResourceGroup> some = new ArrayList<>(all);
        some.remove(random.nextInt(some.size()));
        if (random.nextBoolean()) {
          some.add(some.remove(0));
        }
        pusher.moveTo(random.nextInt(3) == 0 ? List.of(some.get(0)) : some);
        if (random.nextInt(10) == 0) {
          all.get(random.nextInt(3)).setShare(Direction.PUBLISH, random.nextInt(1, 100), 1e6);
        }
        timer.advance(Duration.ofMillis(random.nextInt(100)));
      }

      for (ResourceGroup group : all) {
        long sent = pushers.stream()
            .mapToLong(pusher -> pusher.sentIn.getOrDefault(group, 0L))
            .sum();
        assertThat(group.count(QuotaDimension.PUBLISH_MESSAGES)).isEqualTo(sent);
        assertThat(group.count(QuotaDimension.PUBLISH_BYTES)).isEqualTo(sent);
      }
      pushers.forEach(pusher -> pusher.limits.leave());
      all.forEach(group -> assertThat(group.publish().waiting()).isZero());
    });
  }
}
