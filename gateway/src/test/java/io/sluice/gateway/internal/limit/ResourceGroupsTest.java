package io.sluice.gateway.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.sluice.core.testing.ManualClock;
import io.sluice.gateway.Gateways;
import io.sluice.gateway.config.GroupSharing;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Membership;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.TopicName;
import io.sluice.quota.QuotaDimension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which groups a node has, and for whom they hold. */
class ResourceGroupsTest {

  private static final GroupQuota TEN = new GroupQuota(10, -1, -1, 1000);
  private static final PolicyKey GOLD = new PolicyKey.Group("gold");
  private static final PolicyKey SILVER = new PolicyKey.Group("silver");
  private static final PolicyKey NAMESPACE = PolicyKey.namespace("public/default");
  private static final PolicyKey TENANT = new PolicyKey.Tenant("public");

  private final ManualClock clock = new ManualClock();

  /** Runs once, in the middle of making the next group. */
  private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});

  private final Thread test = Thread.currentThread();
  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final InMemoryPolicyStore store =
      new InMemoryPolicyStore(Policies.NONE.with(PolicyKind.GROUP, GOLD, TEN));
  private final PolicyFollower control = PolicyFollower.start(
      store, GroupSharing.alone(), PublishSettings.DEFAULT, NodeLimits.NONE, this::nanos, loops);
  private final ResourceGroups groups = control.groups();

  private long nanos() {
    if (Thread.currentThread() == test) {
      meanwhile.getAndSet(() -> {}).run();
    }
    return clock.nanos();
  }

  @AfterEach
  void stop() {
    control.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private <P extends Record> void put(PolicyKind<P> kind, PolicyKey key, P policy)
      throws InterruptedException {
    store.put(kind, key, policy).toCompletableFuture().join();
    follow();
  }

  private void remove(PolicyKind<?> kind, PolicyKey key) throws InterruptedException {
    store.remove(kind, key).toCompletableFuture().join();
    follow();
  }

  private void follow() throws InterruptedException {
    Gateways.until("they are followed", () -> {
      clock.advance(Duration.ofMillis(20)); // changes in quick succession take effect together
      return groups.isFollowed(store.current());
    });
  }

  private ResourceGroup gold() throws InterruptedException {
    put(PolicyKind.MEMBERSHIP, NAMESPACE, new Membership("gold"));
    return groups.of(TopicName.parse("orders")).get(0);
  }

  private List<String> of(String topic) {
    return groups.of(TopicName.parseOrUnreadable(topic)).stream()
        .map(ResourceGroup::name)
        .toList();
  }

  @Test
  void shouldHaveAShareAsSoonAsATopicIsThere() throws Exception {
    assertThat(groups.all()).as("groups that no topic here uses").isEmpty();

    ResourceGroup gold = gold();

    assertThat(gold.share(QuotaDimension.PUBLISH_MESSAGES)).isEqualTo(10);
    assertThat(gold.share(QuotaDimension.PUBLISH_BYTES)).isInfinite();
    assertThat(gold.share(QuotaDimension.DISPATCH_BYTES)).isEqualTo(1000);
    assertThat(gold.publish().isLimited()).isTrue();
    assertThat(groups.nodes()).isEqualTo(1);
  }

  @Test
  void shouldFindTheGroupsOfTheNamespaceAndOfTheTenantTheSameOnce() throws Exception {
    assertThat(of("orders")).isEmpty();

    put(PolicyKind.MEMBERSHIP, TENANT, new Membership("gold"));
    assertThat(of("orders")).containsExactly("gold");
    assertThat(of("public/other/orders")).containsExactly("gold");
    assertThat(of("persistent://public/cluster/other/orders")).containsExactly("gold");
    assertThat(of("private/other/orders")).isEmpty();
    assertThat(of("segment://of/something/new/in/pulsar")).isEmpty();

    put(PolicyKind.GROUP, SILVER, TEN);
    put(PolicyKind.MEMBERSHIP, NAMESPACE, new Membership("silver"));
    assertThat(of("orders")).containsExactly("silver", "gold");
    put(PolicyKind.MEMBERSHIP, NAMESPACE, new Membership("gold"));
    assertThat(of("orders")).containsExactly("gold");
  }

  @Test
  void shouldKnowNoGroupsWithoutAQuota() throws Exception {
    put(PolicyKind.MEMBERSHIP, NAMESPACE, new Membership("silver"));
    assertThat(of("orders")).isEmpty();

    put(PolicyKind.GROUP, SILVER, GroupQuota.UNLIMITED);
    assertThat(of("orders")).isEmpty();

    put(PolicyKind.GROUP, SILVER, TEN);
    assertThat(of("orders")).containsExactly("silver");
  }

  @Test
  void shouldSayThatOthersHoldAndThatAloneByItsVersion() throws Exception {
    AtomicInteger heard = new AtomicInteger();
    groups.listen(heard::incrementAndGet);
    int version = groups.version();

    put(PolicyKind.GROUP, GOLD, new GroupQuota(20, 5, -1, 7));
    assertThat(groups.version()).isEqualTo(version);

    put(PolicyKind.MEMBERSHIP, NAMESPACE, new Membership("gold"));
    assertThat(groups.version()).isNotEqualTo(version);
    Gateways.until("it was said", () -> heard.get() == 1);
  }

  @Test
  void shouldKeepAGroupThatLosesItsMembersAndForgetOneThatIsDeleted() throws Exception {
    ResourceGroup gold = gold();
    gold.publish().consume(1000, 1);

    remove(PolicyKind.MEMBERSHIP, NAMESPACE);
    put(PolicyKind.MEMBERSHIP, NAMESPACE, new Membership("gold"));
    assertThat(groups.of(TopicName.parse("orders"))).containsExactly(gold);
    assertThat(gold.publish().mustWait()).isTrue();

    remove(PolicyKind.GROUP, GOLD);
    assertThat(groups.all()).isEmpty();
    put(PolicyKind.GROUP, GOLD, TEN);
    assertThat(groups.of(TopicName.parse("orders"))).hasSize(1).doesNotContain(gold);
  }

  @Test
  void shouldFollowAnotherQuotaWithTheNextTick() throws Exception {
    ResourceGroup gold = gold();

    put(PolicyKind.GROUP, GOLD, new GroupQuota(20, -1, -1, -1));

    Gateways.until("its share is another", () -> {
      clock.advance(Duration.ofMillis(250));
      return gold.share(QuotaDimension.PUBLISH_MESSAGES) == 20
          && gold.share(QuotaDimension.DISPATCH_BYTES) == Double.POSITIVE_INFINITY;
    });
  }

  @Test
  void shouldFollowAQuotaThatChangesWhileTheGroupIsMade() throws Exception {
    put(PolicyKind.MEMBERSHIP, NAMESPACE, new Membership("gold"));
    meanwhile.set(
        () -> unchecked(() -> put(PolicyKind.GROUP, GOLD, new GroupQuota(20, -1, -1, 5))));

    ResourceGroup gold = groups.of(TopicName.parse("orders")).get(0);

    assertThat(gold.quota(QuotaDimension.PUBLISH_MESSAGES)).isEqualTo(20);
    assertThat(gold.dispatch().limit().bytes()).isEqualTo(5);
  }

  @Test
  void shouldForgetAGroupThatIsDeletedWhileItIsMade() throws Exception {
    put(PolicyKind.MEMBERSHIP, NAMESPACE, new Membership("gold"));
    int version = groups.version();
    meanwhile.set(() -> unchecked(() -> remove(PolicyKind.GROUP, GOLD)));

    assertThat(groups.of(TopicName.parse("orders"))).hasSizeLessThan(2);

    assertThat(groups.all()).isEmpty();
    Gateways.until("who has it asks again", () -> groups.version() != version);
  }

  private interface Change {
    void make() throws InterruptedException;
  }

  private static void unchecked(Change change) {
    try {
      change.make();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
