package io.sluice.gateway.internal.limit;

import io.netty.channel.EventLoopGroup;
import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.gateway.config.GroupSharing;
import io.sluice.gateway.config.Replicators;
import io.sluice.gateway.view.GroupView;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.TopicName;
import io.sluice.quota.Direction;
import io.sluice.quota.DividedLimits;
import io.sluice.quota.GroupShares;
import io.sluice.quota.GroupUse;
import io.sluice.quota.LimitView;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The resource groups of a node, and its shares of their quotas: the groups that topics of its clients have
 * been in, or that were looked at. {@link PolicyFollower} has them follow the policies and calls {@link #tick}.
 * Any thread may call it.
 *
 * <p>A connection that has asked which groups hold for a topic remembers the {@link #version} of before it
 * asked, and asks again when that is another, which costs one look per frame. A producer that waits does not
 * look: its connection listens.
 */
public final class ResourceGroups {

  /** What these follow. */
  static final List<PolicyKind<?>> KINDS =
      List.of(PolicyKind.GROUP, PolicyKind.MEMBERSHIP, PolicyKind.RAMP);

  /** With less, what is earned while a wake-up is late would be lost. */
  private static final Duration LEAST_BURST = Duration.ofMillis(50);

  private static final long MOST_AWAITED_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final long AWAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final Replicators replicators;
  private final NanoClock clock;
  private final Duration burst;
  private final EventLoopGroup loops;
  private final GroupShares shares;
  private final Ramps ramps;
  private final ConcurrentHashMap<PolicyKey, ResourceGroup> groups = new ConcurrentHashMap<>();
  private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();
  private final AtomicInteger version = new AtomicInteger();
  private volatile Policies followed = Policies.NONE;
  private volatile Policies inForce = Policies.NONE;
  private volatile Consumer<ResourceGroup> forgotten = group -> {};

  ResourceGroups(GroupSharing sharing, NanoClock clock, EventLoopGroup loops) {
    this.replicators = new Replicators(sharing.replicators());
    this.clock = clock;
    this.loops = loops;
    Duration wanted = sharing.settings().burst();
    this.burst = wanted.compareTo(LEAST_BURST) < 0 ? LEAST_BURST : wanted;
    this.shares = GroupShares.start(sharing.node(), sharing.settings(), sharing.exchange(), clock);
    this.ramps = new Ramps(shares);
    ramps.measure(() ->
        groups.values().stream().flatMap(group -> Stream.of(group.publish(), group.dispatch())));
  }

  /** Divides the limits of topics and subscriptions among the nodes. */
  NodeShares shares() {
    return shares::follow;
  }

  /** How a limit is divided among the nodes that use it; empty if this node does not. */
  public Optional<LimitView> division(RegisteredLimiter<?> limiter) {
    return shares.limit(limiter.nameForNodes());
  }

  /** How many of the limits that this node uses are used on other nodes, too. */
  public DividedLimits dividedLimits() {
    return shares.dividedLimits();
  }

  /** Has to be called several times per second. */
  void settleClaims() {
    shares.settleClaims();
  }

  /**
   * Waits until this node knows the other nodes, but not for long: if it cannot hear them, it has to serve its clients
   * all the same.
   */
  public void awaitNodes() {
    long deadline = clock.nanos() + MOST_AWAITED_NANOS;
    while (!shares.knowsNodes() && clock.nanos() < deadline) {
      LockSupport.parkNanos(AWAIT_NANOS);
    }
  }

  /** The ramps of groups and of topics' limits. */
  public Ramps ramps() {
    return ramps;
  }

  /** Changes when other groups may hold for a topic than before. */
  public int version() {
    return version.get();
  }

  /** The groups that hold for a topic: its namespace's, then its tenant's, the same one once. */
  public List<ResourceGroup> of(TopicName topic) {
    Policies now = followed;
    return now.groups(topic).stream()
        .map(PolicyKey.Group::new)
        .flatMap(key -> now.get(PolicyKind.GROUP, key).map(quota -> open(key, quota)).stream())
        .filter(ResourceGroup::hasQuota)
        .toList();
  }

  /** Of all groups that there are, a node has those that were asked for. */
  private ResourceGroup open(PolicyKey.Group key, GroupQuota quota) {
    ResourceGroup known = groups.get(key);
    if (known != null) {
      return known;
    }
    ResourceGroup group = groups.computeIfAbsent(key, same -> {
      ResourceGroup made =
          new ResourceGroup(key, ramps, burst, clock, () -> WakeUpTimer.on(loops.next()));
      made.setQuota(quota);
      shares.add(made.name(), made); // has a share before a producer can see it
      return made;
    });
    // The policies may have changed before the group was among those that follow them.
    followQuota(group);
    return group;
  }

  /** The replicators of other clusters: no group limits what they publish. */
  public Replicators replicators() {
    return replicators;
  }

  /** The groups that topics of this node's clients have been in, or that were looked at. */
  public Collection<ResourceGroup> all() {
    return groups.values();
  }

  /** Adds a listener, which is called on any thread when {@link #version} changes; it must be quick. */
  public void listen(Runnable listener) {
    listeners.add(listener);
  }

  public void unlisten(Runnable listener) {
    listeners.remove(listener);
  }

  /** Tells of every group that is deleted, for its last figures. */
  public void whenForgotten(Consumer<ResourceGroup> listener) {
    forgotten = listener;
  }

  /** How many nodes share the quotas, as far as is known. */
  public int nodes() {
    return shares.nodes();
  }

  /** Whether this node hears of the others. */
  public boolean isConnected() {
    return shares.isConnected();
  }

  /** A group as it is now; empty if no topic of this node's clients has been in it and no operator has looked at it. */
  public Optional<GroupView> view(String name) {
    return Optional.ofNullable(groups.get(new PolicyKey.Group(name))).map(group -> {
      long used = shares.use(name).map(GroupUse::rates).orElse(0L);
      return new GroupView(
          nodes(),
          isConnected(),
          group.view(Direction.PUBLISH, used),
          group.view(Direction.DISPATCH, used),
          shares.uses(name).stream().map(GroupView.NodeUse::of).toList());
    });
  }

  /**
   * A group as it is now, even if no topic of this node's clients has been in it: from then on this node
   * hears what the others use. As it uses nothing itself, that leaves their shares as they are.
   */
  public Optional<GroupView> openAndView(String name) {
    PolicyKey.Group key = new PolicyKey.Group(name);
    followed
        .get(PolicyKind.GROUP, key)
        .filter(quota -> !groups.containsKey(key))
        .ifPresent(quota -> {
          open(key, quota);
          shares.ask(name);
        });
    return view(name);
  }

  /**
   * Whether groups and ramps are what these policies say, and listeners were told. A new quota takes effect with the
   * next {@link #tick} that works out shares.
   */
  public boolean isFollowed(Policies policies) {
    return policies.isSame(inForce, KINDS);
  }

  /** Has ramps and groups do what these policies say. */
  void follow(Policies now) {
    Policies before = followed;
    if (!now.isSame(before, List.of(PolicyKind.RAMP))) {
      ramps.follow(now.all(PolicyKind.RAMP)); // first: a new group begins where its ramp does
    }
    boolean others = !now.isSame(before, List.of(PolicyKind.MEMBERSHIP))
        || (!now.isSame(before, List.of(PolicyKind.GROUP))
            && !limited(before.all(PolicyKind.GROUP)).equals(limited(now.all(PolicyKind.GROUP))));
    followed = now; // before groups go, so that none is made anew
    groups.values().forEach(this::followQuota);
    if (others) {
      version.incrementAndGet();
      listeners.forEach(Runnable::run);
    }
    inForce = now;
  }

  /** Which groups limit publishing, and which dispatch: if this changes, producers and consumers ask again. */
  private static Map<PolicyKey, List<Boolean>> limited(Map<PolicyKey, GroupQuota> quotas) {
    return quotas.entrySet().stream()
        .collect(Collectors.toMap(
            Map.Entry::getKey,
            entry -> List.of(entry.getValue().limitsPublish(), entry.getValue().limitsDispatch())));
  }

  /** Looks the quota up under the map's lock, so that the latest counts. */
  private void followQuota(ResourceGroup group) {
    groups.computeIfPresent(group.key(), (key, known) -> {
      Optional<GroupQuota> quota = followed.get(PolicyKind.GROUP, key);
      quota.ifPresentOrElse(known::setQuota, () -> forget(known));
      return quota.isPresent() ? known : null;
    });
  }

  private void forget(ResourceGroup group) {
    group.publish().forget();
    group.dispatch().forget();
    shares.remove(group.name());
    forgotten.accept(group);
  }

  /** How often {@link #tick} has to be called. */
  long tickNanos() {
    return shares.tickNanos();
  }

  /** Measures what is used, tells the other nodes, and sets the shares. */
  void tick() {
    shares.tick();
  }

  void close() {
    shares.close();
  }
}
