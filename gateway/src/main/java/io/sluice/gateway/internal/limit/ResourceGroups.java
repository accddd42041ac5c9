package io.sluice.gateway.internal.limit;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.gateway.Gateway;
import io.sluice.gateway.config.Replicators;
import io.sluice.gateway.config.Sharing;
import io.sluice.gateway.view.GroupView;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.TopicName;
import io.sluice.quota.GroupShares;
import io.sluice.quota.GroupUse;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The resource groups of a node, and its shares of their quotas: those of the policies that topics of its
 * clients have been in, or that somebody has looked at. It follows the policies as they change. Any thread may call it.
 *
 * <p>Whoever has asked which groups hold for it remembers {@link #version} of before it asked, and asks
 * again when that is another, which costs one look per frame. Who waits does not look: it listens.
 */
public final class ResourceGroups implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

  /** Within so many milliseconds what was heard of a ramp takes effect. */
  private static final int RAMP_MILLIS = 100;

  /** With less, what is earned while a wake-up is late would be lost. */
  private static final Duration LEAST_BURST = Duration.ofMillis(50);

  private final Replicators replicators;
  private final NanoClock clock;
  private final Duration burst;
  private final EventLoopGroup loops;
  private final GroupShares shares;
  private final Ramps ramps;
  private final ScheduledExecutorService control = Executors.newSingleThreadScheduledExecutor(
      new DefaultThreadFactory("sluice-gateway-groups", true));
  private final ConcurrentHashMap<PolicyKey, ResourceGroup> groups = new ConcurrentHashMap<>();
  private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();
  private final AtomicInteger version = new AtomicInteger();
  private final ChangeCoalescer pacer;
  private final PolicyStore.Subscription subscription;
  private volatile Policies latest = Policies.NONE;
  private volatile Policies followed = Policies.NONE;
  private volatile Policies inForce = Policies.NONE;
  private volatile Consumer<ResourceGroup> forgotten = group -> {};
  private boolean saidFault;

  public ResourceGroups(Sharing sharing, PolicyStore store, NanoClock clock, EventLoopGroup loops) {
    this.replicators = new Replicators(sharing.replicators());
    this.clock = clock;
    this.loops = loops;
    Duration wanted = sharing.settings().burst();
    this.burst = wanted.compareTo(LEAST_BURST) < 0 ? LEAST_BURST : wanted;
    this.shares = new GroupShares(sharing.node(), sharing.settings(), sharing.exchange(), clock);
    this.ramps = new Ramps(shares);
    ramps.measure(() ->
        groups.values().stream().flatMap(group -> Stream.of(group.publish(), group.dispatch())));
    this.latest = store.current();
    follow(); // before anybody is served
    this.pacer = new ChangeCoalescer(control, clock, this::follow);
    this.subscription = store.subscribe(this::change);
    long tickNanos = shares.tickNanos();
    var unused =
        control.scheduleWithFixedDelay(this::tick, tickNanos, tickNanos, TimeUnit.NANOSECONDS);
    var unusedToo = control.scheduleWithFixedDelay(
        this::tickRamps, RAMP_MILLIS, RAMP_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** The ramps of groups and of topics' limits. */
  public Ramps ramps() {
    return ramps;
  }

  /** Another one if other groups may hold for somebody than before. */
  public int version() {
    return version.get();
  }

  /** The groups that hold for a topic: its namespace's, then its tenant's, the same one once. */
  public List<ResourceGroup> of(TopicName topic) {
    Policies now = followed;
    return now.groups(topic).stream()
        .map(PolicyKey.Group::new)
        .flatMap(key -> now.get(PolicyKind.GROUP, key).map(quota -> limit(key, quota)).stream())
        .filter(ResourceGroup::hasQuota)
        .toList();
  }

  /** Of all groups that there are, a node has those that somebody wants to know of. */
  private ResourceGroup limit(PolicyKey.Group key, GroupQuota quota) {
    ResourceGroup known = groups.get(key);
    if (known != null) {
      return known;
    }
    ResourceGroup group = groups.computeIfAbsent(key, same -> {
      ResourceGroup made = new ResourceGroup(key, ramps, burst, clock, this::timer);
      made.setQuota(quota);
      shares.add(made.name(), made); // has a share before anybody can see it
      return made;
    });
    followQuota(group); // the policies may have changed before everybody could see this one
    return group;
  }

  /** Those whose producers no group holds for. */
  public Replicators replicators() {
    return replicators;
  }

  /** All that topics of this node's clients have been in, or that somebody has looked at. */
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

  /** A group as it is now; empty if no topic of this node's clients has been in it. */
  public Optional<GroupView> view(String name) {
    return Optional.ofNullable(groups.get(new PolicyKey.Group(name))).map(group -> {
      long used = shares.use(name).map(GroupUse::rates).orElse(0L);
      return new GroupView(
          nodes(),
          isConnected(),
          group.publishView(used),
          group.dispatchView(used),
          shares.uses(name).stream().map(GroupView.NodeUse::of).toList());
    });
  }

  /**
   * A group as it is now, even if no topic of this node's clients has been in it: from then on this node
   * hears what the others use. As it uses nothing itself, that leaves their shares as they are.
   */
  public Optional<GroupView> follow(String name) {
    PolicyKey.Group key = new PolicyKey.Group(name);
    followed
        .get(PolicyKind.GROUP, key)
        .filter(quota -> !groups.containsKey(key))
        .ifPresent(quota -> {
          limit(key, quota);
          shares.ask(name);
        });
    return view(name);
  }

  private void change(Policies changed) {
    latest = changed;
    if (!isSame(changed, followed)) { // most changes are about something else
      pacer.changed();
    }
  }

  /** Whether what these say of groups and ramps is in force, and everybody was told. */
  public boolean isFollowed(Policies policies) {
    return isSame(policies, inForce);
  }

  private static boolean isSame(Policies some, Policies others) {
    return isSame(PolicyKind.GROUP, some, others)
        && isSame(PolicyKind.MEMBERSHIP, some, others)
        && isSame(PolicyKind.RAMP, some, others);
  }

  /** Kinds of which nothing has changed are not copied. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(PolicyKind<?> kind, Policies some, Policies others) {
    return some.all(kind) == others.all(kind);
  }

  private void follow() {
    Policies before = followed;
    Policies now = latest;
    if (!isSame(PolicyKind.RAMP, now, before)) {
      ramps.follow(
          now.all(PolicyKind.RAMP)); // first, so that a new group begins where its ramp does
    }
    boolean others = !isSame(PolicyKind.MEMBERSHIP, now, before)
        || (!isSame(PolicyKind.GROUP, now, before)
            && !limited(before.all(PolicyKind.GROUP)).equals(limited(now.all(PolicyKind.GROUP))));
    followed = now; // before groups go, so that nobody makes one anew
    groups.values().forEach(this::followQuota);
    if (others) {
      version.incrementAndGet();
      listeners.forEach(Runnable::run);
    }
    inForce = now;
  }

  /** Which groups limit anything: what they limit publishers to, or consumers, matters to these alone. */
  private static Map<PolicyKey, List<Boolean>> limited(Map<PolicyKey, GroupQuota> quotas) {
    return quotas.entrySet().stream()
        .collect(Collectors.toMap(
            Map.Entry::getKey,
            entry -> List.of(entry.getValue().limitsPublish(), entry.getValue().limitsDispatch())));
  }

  /** Looked up where only one can, so that the latest counts. */
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

  private void tick() {
    safely(shares::tick);
  }

  private void tickRamps() {
    safely(() -> ramps.tick(clock.nanos()));
  }

  private void safely(Runnable tick) {
    try {
      tick.run();
    } catch (RuntimeException e) {
      // The next one may do better; without it shares would stay as they are for good.
      if (!saidFault) {
        saidFault = true;
        LOG.error("The shares of resource groups' quotas could not be worked out", e);
      }
    }
  }

  private WakeUpTimer timer() {
    return WakeUpTimer.on(loops.next());
  }

  @Override
  public void close() {
    subscription.close();
    control.shutdownNow();
    shares.close();
  }
}
