package io.sluice.gateway.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.sluice.core.NanoClock;
import io.sluice.gateway.Gateways;
import io.sluice.gateway.config.GroupSharing;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Membership;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyChange;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.RampUp;
import io.sluice.policy.TopicName;
import io.sluice.quota.InMemoryExchange;
import io.sluice.quota.QuotaSettings;
import io.sluice.quota.UsageExchange;
import io.sluice.quota.UsageReport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One subscription and one thread for all limits of a node, and what that thread does in which order. */
class PolicyFollowerTest {

  private static final PolicyKey NAMESPACE = PolicyKey.namespace("public/default");
  private static final PolicyKey GOLD = new PolicyKey.Group("gold");
  private static final RampUp RAMP =
      new RampUp(10, 110, Duration.ofSeconds(10), RampUp.Mode.SCHEDULED);

  /** Groups tick four times per interval. */
  private static final QuotaSettings FAST = new QuotaSettings(Duration.ofMillis(100), 10, 10, 1);

  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Store store = new Store();
  private final List<String> happened = new CopyOnWriteArrayList<>();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  private final PolicyFollower control = PolicyFollower.start(
      store,
      new GroupSharing("node", FAST, new Exchange()),
      PublishSettings.DEFAULT,
      NodeLimits.NONE,
      NanoClock.system(),
      loops);

  @AfterEach
  void stop() {
    control.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private void happens(String what) {
    happened.add(what);
    threads.add(Thread.currentThread());
  }

  /** Everything is limited, in one change. */
  private static Policies everything() {
    return Policies.NONE
        .changed()
        .put(PolicyKind.RAMP, GOLD, RAMP)
        .put(PolicyKind.GROUP, GOLD, new GroupQuota(10, -1, 10, -1))
        .put(PolicyKind.MEMBERSHIP, NAMESPACE, new Membership("gold"))
        .put(PolicyKind.PUBLISH, NAMESPACE, PublishLimit.of(10, 0))
        .put(PolicyKind.DISPATCH, NAMESPACE, DispatchLimit.of(10, 0))
        .build();
  }

  @Test
  void shouldBringAChangeIntoForceInOrderOnOneThreadWithOneSubscription() throws Exception {
    control.groups().listen(() -> {
      assertThat(control.groups().ramps().view()).as("ramps before groups").containsKey(GOLD);
      happens("groups");
    });
    control.publish().acquire("orders").listeners().add(() -> happens("topic"));
    control.dispatch().listen(() -> happens("dispatch"));

    store.set(everything());

    Gateways.until("dispatch follows", () -> happened.contains("dispatch"));
    assertThat(happened.stream().filter(what -> !what.equals("tick")))
        .containsExactly("groups", "topic", "dispatch");
    Gateways.until("groups tick", () -> happened.contains("tick"));
    assertThat(threads).hasSize(1);
    assertThat(threads.iterator().next().getName()).startsWith("sluice-gateway-limits");
    assertThat(store.subscriptions).hasValue(1);
    control.close();
    assertThat(store.subscriptions).hasValue(0);
  }

  @Test
  void shouldHaveInForceWhatTheStoreSaysBeforeAClientIsServed() {
    store.set(everything());
    try (PolicyFollower another = PolicyFollower.start(
        store,
        GroupSharing.alone(),
        PublishSettings.DEFAULT,
        NodeLimits.NONE,
        NanoClock.system(),
        loops)) {

      assertThat(another.groups().of(TopicName.parse("orders"))).hasSize(1);
      assertThat(another.groups().isFollowed(store.current())).isTrue();
      assertThat(another.publish().acquire("orders").isLimited()).isTrue();
      assertThat(another.dispatch().acquire(TopicName.parse("orders"), "s")).hasSize(1);
    }
  }

  @Test
  void shouldNotKeepALimitThatWasSetAndRemovedBeforeItWasFollowed() throws Exception {
    for (int i = 0; i < 20; i++) {
      // What follows comes within the moment for which changes are collected.
      store.put(PolicyKind.SUBSCRIPTION_DISPATCH, NAMESPACE, DispatchLimit.of(10 + i, 0));
      store.put(PolicyKind.PUBLISH, NAMESPACE, PublishLimit.of(10, 0));
      TopicPublishLimiter orders = control.publish().acquire("orders" + i);
      store.remove(PolicyKind.PUBLISH, NAMESPACE);

      Gateways.until("the limit is gone", () -> !orders.isLimited());
    }
  }

  @Test
  void shouldLeaveAloneWhatAChangeDoesNotConcern() throws Exception {
    TopicPublishLimiter orders = control.publish().acquire("orders");
    control.groups().listen(() -> happens("groups"));
    control.dispatch().listen(() -> happens("dispatch"));

    store.put(PolicyKind.PUBLISH, NAMESPACE, PublishLimit.of(10, 0));
    Gateways.until("the topic follows", orders::isLimited);
    store.put(PolicyKind.SUBSCRIPTION_DISPATCH, NAMESPACE, DispatchLimit.of(10, 0));
    Gateways.until("dispatch follows", () -> happened.contains("dispatch"));
    store.put(PolicyKind.MEMBERSHIP, NAMESPACE, new Membership("gold"));
    Gateways.until("groups follow", () -> happened.contains("groups"));

    assertThat(happened.stream().filter(what -> !what.equals("tick")))
        .containsExactly("dispatch", "groups");
  }

  @Test
  void shouldFollowAPolicyThatIsTakenBackWhileItIsFollowed() throws Exception {
    AtomicBoolean wasThere = new AtomicBoolean();
    control.groups().ramps().listen(() -> {
      if (wasThere.compareAndSet(false, true)) {
        store.remove(PolicyKind.RAMP, GOLD);
      }
    });

    store.put(PolicyKind.RAMP, GOLD, RAMP);

    Gateways.until(
        "the ramp was there and is gone",
        () -> wasThere.get() && control.groups().ramps().view().isEmpty());
  }

  @Test
  void shouldTickGroupsWhileVeryManyTopicsFollow() throws Exception {
    for (int i = 0; i < 40; i++) {
      control.publish().acquire("orders-" + i).listeners().add(() -> {
        happens("topic");
        sleep(5);
      });
    }

    store.put(PolicyKind.PUBLISH, NAMESPACE, PublishLimit.of(10, 0));

    Gateways.until("all follow", () -> happened.stream().filter("topic"::equals).count() == 40);
    List<String> all = List.copyOf(happened);
    assertThat(all.subList(all.indexOf("topic"), all.lastIndexOf("topic")).stream()
            .filter("tick"::equals)
            .count())
        .as("ticks within 200 ms, one every 25 ms")
        .isGreaterThanOrEqualTo(3);
  }

  private static void sleep(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Counts its subscriptions, and can change everything at once. */
  private static final class Store implements PolicyStore {

    private final AtomicInteger subscriptions = new AtomicInteger();
    private final Set<Consumer<Policies>> listeners = ConcurrentHashMap.newKeySet();
    private volatile Policies policies = Policies.NONE;

    synchronized CompletionStage<Void> set(Policies all) {
      policies = all;
      listeners.forEach(listener -> listener.accept(all));
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public Policies current() {
      return policies;
    }

    @Override
    public List<PolicyChange> changes() {
      return List.of();
    }

    @Override
    public <P extends Record> CompletionStage<Void> put(
        String who, PolicyKind<P> kind, PolicyKey key, P policy) {
      return set(policies.with(kind, key, policy));
    }

    @Override
    public CompletionStage<Void> remove(String who, PolicyKind<?> kind, PolicyKey key) {
      return set(policies.without(kind, key));
    }

    @Override
    public <P extends Record> CompletionStage<Void> update(
        String who, PolicyKind<P> kind, PolicyKey key, UnaryOperator<Optional<P>> change) {
      throw new UnsupportedOperationException("no limit changes its own policy");
    }

    @Override
    public synchronized Subscription subscribe(Consumer<Policies> listener) {
      subscriptions.incrementAndGet();
      listeners.add(listener);
      listener.accept(policies);
      return () -> {
        subscriptions.decrementAndGet();
        listeners.remove(listener);
      };
    }
  }

  /** Notes every report of a tick. */
  private final class Exchange implements UsageExchange {

    private final UsageExchange exchange = new InMemoryExchange().join();

    @Override
    public void publish(UsageReport report) {
      if (Thread.currentThread().getName().startsWith("sluice-gateway-limits")) {
        happens("tick");
      }
      exchange.publish(report);
    }

    @Override
    public void listen(Consumer<UsageReport> listener) {
      exchange.listen(listener);
    }

    @Override
    public void close() {
      exchange.close();
    }
  }
}
