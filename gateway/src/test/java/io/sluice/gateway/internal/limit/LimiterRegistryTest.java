package io.sluice.gateway.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.ManualTimer;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import io.sluice.quota.GroupShares;
import io.sluice.quota.InMemoryExchange;
import io.sluice.quota.QuotaSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** For how long limiters are kept, and that they do what the policies say: the same in both directions. */
class LimiterRegistryTest {

  private static final int MAX_RESTING = 3;

  private final ManualClock clock = new ManualClock();
  private final ManualTimer timer = new ManualTimer(clock);
  private Policies policies = Policies.NONE;

  /** Runs once, when the next limiter is made and not yet in the registry. */
  private Runnable meanwhile = () -> {};

  @Nested
  class OfPublishing extends Contract<TopicName, TopicPublishLimiter> {

    private final Ramps ramps = new Ramps(
        GroupShares.start("alone", QuotaSettings.DEFAULT, new InMemoryExchange().join(), clock));

    @Override
    TopicName key(String topic) {
      return TopicName.parse(topic);
    }

    @Override
    void limit(long messages) {
      policies = policies.with(PolicyKind.PUBLISH, PolicyKey.DEFAULT, PublishLimit.of(messages, 0));
    }

    @Override
    TopicPublishLimiter make(TopicName key) {
      return new TopicPublishLimiter(key, () -> policies, ramps, clock, timer);
    }
  }

  @Nested
  class OfDispatch extends Contract<DispatchLimiter.Key, DispatchLimiter> {

    @Override
    DispatchLimiter.Key key(String topic) {
      return new DispatchLimiter.Key(
          PolicyKind.SUBSCRIPTION_DISPATCH, TopicName.parse(topic), "subscription");
    }

    @Override
    void limit(long messages) {
      policies = policies.with(
          PolicyKind.SUBSCRIPTION_DISPATCH, PolicyKey.DEFAULT, DispatchLimit.of(messages, 0));
    }

    @Override
    DispatchLimiter make(DispatchLimiter.Key key) {
      return new DispatchLimiter(key, () -> policies, clock, timer);
    }

    /** Or nodes would take two limits for one. */
    @Test
    void shouldNameLimitsApartWhateverCharactersTheirNamesHave() {
      DispatchLimiter one = make(
          new DispatchLimiter.Key(PolicyKind.SUBSCRIPTION_DISPATCH, TopicName.parse("t"), "x y"));
      DispatchLimiter other = make(
          new DispatchLimiter.Key(PolicyKind.SUBSCRIPTION_DISPATCH, TopicName.parse("t x"), "y"));

      assertThat(one.nameForNodes()).isNotEqualTo(other.nameForNodes());
    }
  }

  abstract class Contract<K, L extends RegisteredLimiter<K>> {

    private final LimiterRegistry<K, L> registry =
        new LimiterRegistry<>("limiters without users", MAX_RESTING, NodeShares.ALONE, key -> {
          L made = make(key);
          meanwhile.run();
          meanwhile = () -> {};
          return made;
        });

    private final List<L> forgotten = new ArrayList<>();

    abstract K key(String topic);

    abstract void limit(long messages);

    abstract L make(K key);

    private L open(String topic) {
      return registry.acquire(key(topic));
    }

    /** A limiter that owes ten seconds' worth, and has no users. */
    private L resting(String topic) {
      L limiter = open(topic);
      limiter.consume(110, 1);
      registry.release(limiter);
      return limiter;
    }

    private void sweep() {
      registry.sweep().forEach(Runnable::run);
    }

    @Test
    void shouldHaveOneLimiterForAllUsers() {
      limit(10);
      L first = open("orders");

      assertThat(open("orders")).isSameAs(first);
      assertThat(open("bills")).isNotSameAs(first);
      assertThat(registry.all()).hasSize(2);
    }

    @Test
    void shouldKeepALimiterWithoutUsersUntilItHasRested() {
      limit(10);
      registry.whenForgotten(forgotten::add);
      L orders = resting("orders");

      clock.advance(Duration.ofMillis(10_999));
      sweep();
      assertThat(registry.all()).containsExactly(orders);
      assertThat(orders.isForgotten()).isFalse();
      clock.advance(Duration.ofMillis(1));
      sweep();

      assertThat(registry.all()).isEmpty();
      assertThat(forgotten).containsExactly(orders);
      assertThat(orders.isForgotten()).isTrue();
      assertThat(open("orders")).isNotSameAs(orders);
    }

    @Test
    void shouldGiveARestingLimiterBackWithItsDebts() {
      limit(10);
      L orders = resting("orders");

      assertThat(open("orders")).isSameAs(orders);
      assertThat(orders.consume(1, 1)).isFalse();
    }

    @Test
    void shouldKeepALimiterThatHasUsersHoweverLongItRests() {
      limit(10);
      registry.whenForgotten(forgotten::add);
      L orders = open("orders");
      open("orders");
      registry.release(orders);

      clock.advance(Duration.ofHours(1));
      sweep();

      assertThat(registry.all()).containsExactly(orders);
      assertThat(forgotten).isEmpty();
    }

    @Test
    void shouldForgetALimiterThatHasNothingToRememberWithItsLastUser() {
      registry.whenForgotten(forgotten::add);
      L orders = open("orders");
      open("orders");

      registry.release(orders);
      assertThat(registry.all()).containsExactly(orders);
      registry.release(orders);

      assertThat(registry.all()).isEmpty();
      assertThat(forgotten).isEmpty();
    }

    @Test
    void shouldForgetAllThatRestWhenTheseAreTooMany() {
      limit(10);
      registry.whenForgotten(forgotten::add);
      L used = open("used");
      for (int i = 0; i < MAX_RESTING; i++) {
        resting("orders-" + i);
      }
      sweep();
      assertThat(registry.all()).as("as many as may rest").hasSize(MAX_RESTING + 1);

      resting("one-more");
      sweep();

      assertThat(registry.all()).containsExactly(used);
      assertThat(forgotten).hasSize(MAX_RESTING + 1);
      resting("later");
      sweep();
      assertThat(registry.all()).as("counted from the beginning").hasSize(2);
    }

    @Test
    void shouldNotCountALimiterAsRestingThatHasUsersAgain() {
      limit(10);
      for (int i = 0; i <= MAX_RESTING; i++) {
        resting("orders-" + i);
      }

      open("orders-0");
      sweep();

      assertThat(registry.all()).hasSize(MAX_RESTING + 1);
    }

    @Test
    void shouldFollowThePolicies() {
      limit(10);
      L orders = open("orders");

      limit(20);
      assertThat(orders.limit().messages()).isEqualTo(10);
      registry.follow().forEach(Runnable::run);

      assertThat(orders.limit().messages()).isEqualTo(20);
      assertThat(orders.rates().messages().tokens()).isEqualTo(20);
    }

    @Test
    void shouldFollowPoliciesThatChangeWhileTheLimiterIsMade() {
      limit(10);
      meanwhile = () -> {
        limit(20);
        registry.follow().forEach(Runnable::run);
      };

      assertThat(open("orders").limit().messages()).isEqualTo(20);
    }
  }
}
