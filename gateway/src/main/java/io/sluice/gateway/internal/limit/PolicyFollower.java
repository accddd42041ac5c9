package io.sluice.gateway.internal.limit;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.gateway.config.GroupSharing;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PolicyStore;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All limits of a node, and the one thread that keeps them in step with the policies and with the other nodes.
 * A change of policy is followed in this order: ramps, resource groups, publish limits, dispatch limits; those that it
 * does not concern are left alone. A group's new quota takes effect when its shares are next worked out, within a
 * quarter of an interval. Any thread may call it.
 *
 * <p>Each kind of limiter sets its own rates, by {@link SharedLimiter#setRates}: {@link TopicPublishLimiter#applyPolicy}
 * and {@link DispatchLimiter#applyPolicy} for topics and subscriptions, also when they are made; {@link
 * TopicPublishLimiter#applyRamp} when a ramp moves; {@link GroupLimiter#setShare} for this node's share of a group.
 *
 * <p>A node can have 100 000 topics, and groups can tick every 25 milliseconds. So the thread looks at the
 * limiters of topics in slices, and does what is due in between.
 */
public final class PolicyFollower implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PolicyFollower.class);

  private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Within so much time what was heard of a ramp takes effect. */
  private static final long RAMP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** So often the others are told which limits this node uses, and their answers are looked at. */
  private static final long CLAIM_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final int MAX_LOGGED_FAULTS = 100;

  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final NanoClock clock;

  /** What is scheduled after {@link #close} is discarded. */
  private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(
      1,
      new DefaultThreadFactory("sluice-gateway-limits", true),
      new ThreadPoolExecutor.DiscardPolicy());

  private final ResourceGroups groups;
  private final PublishLimits publish;
  private final DispatchLimits dispatch;
  private final ChangeCoalescer changes;
  private final AtomicReference<Policies> latest;
  private volatile PolicyStore.Subscription subscription = () -> {};

  /**
   * Kinds of policies that have changed and that limits do not follow yet. Comparing with what was followed
   * last would not do: a policy that is set and removed again leaves none, as before, but a topic that was
   * opened in between has its limit.
   */
  private final Set<PolicyKind<?>> changedKinds = ConcurrentHashMap.newKeySet();

  /** Which faults were logged. Belongs to the thread. */
  private final Set<String> loggedFaults = new HashSet<>();

  private PolicyFollower(
      Policies policies,
      GroupSharing sharing,
      PublishSettings settings,
      NodeLimits node,
      NanoClock clock,
      EventLoopGroup loops) {
    this.clock = clock;
    this.latest = new AtomicReference<>(policies);
    this.groups = new ResourceGroups(sharing, clock, loops);
    this.publish = new PublishLimits(
        settings, node, latest::get, groups.ramps(), groups.shares(), clock, loops);
    this.dispatch =
        new DispatchLimits(node, latest::get, groups.shares(), clock, loops, publish::meter);
    this.changes = new ChangeCoalescer(WakeUpTimer.on(thread), clock, this::follow);
  }

  /** Limits of the store's policies, which are in force when this returns and followed from then on. */
  public static PolicyFollower start(
      PolicyStore store,
      GroupSharing sharing,
      PublishSettings settings,
      NodeLimits node,
      NanoClock clock,
      EventLoopGroup loops) {
    Policies policies = store.current();
    PolicyFollower follower = new PolicyFollower(policies, sharing, settings, node, clock, loops);
    follower.groups.follow(policies); // if that fails, the node does not start
    follower.repeat(follower.groups::tick, follower.groups.tickNanos());
    follower.repeat(() -> follower.groups.ramps().tick(clock.nanos()), RAMP_NANOS);
    follower.repeat(follower.groups::settleClaims, CLAIM_NANOS);
    follower.later(follower::sweep, SWEEP_NANOS);
    follower.subscription = store.subscribe(follower::change);
    return follower;
  }

  public PublishLimits publish() {
    return publish;
  }

  public ResourceGroups groups() {
    return groups;
  }

  public DispatchLimits dispatch() {
    return dispatch;
  }

  /** Called by one thread at a time. */
  private void change(Policies changed) {
    Policies before = latest.getAndSet(changed);
    for (PolicyKind<?> kind : PolicyKind.ALL) {
      if (!changed.isSame(before, List.of(kind))) {
        changedKinds.add(kind);
      }
    }
    if (!changedKinds.isEmpty()) {
      changes.changed();
    }
  }

  private void follow(Runnable done) {
    // Taken before the policies are looked at: what changes later is for the next time.
    boolean publishChanged = changedKinds.removeAll(PublishLimits.KINDS);
    boolean dispatchChanged = changedKinds.removeAll(DispatchLimits.KINDS);
    changedKinds.removeAll(ResourceGroups.KINDS);
    Policies now = Objects.requireNonNull(latest.get());
    Stream<Runnable> steps = Stream.concat(
        groups.isFollowed(now) ? Stream.empty() : Stream.of(() -> groups.follow(now)),
        Stream.concat(
            publishChanged ? publish.follow() : Stream.empty(),
            dispatchChanged ? dispatch.follow() : Stream.empty()));
    inSlices(steps.iterator(), done);
  }

  private void sweep() {
    inSlices(
        Stream.concat(publish.sweep(), dispatch.sweep()).iterator(),
        () -> later(this::sweep, SWEEP_NANOS));
  }

  /** Runs all steps, and lets the thread do what else is due after each slice of them. */
  private void inSlices(Iterator<Runnable> steps, Runnable done) {
    long start = clock.nanos();
    while (steps.hasNext()) {
      if (clock.nanos() - start > SLICE_NANOS) {
        later(() -> inSlices(steps, done), 0);
        return;
      }
      safely(steps.next());
    }
    done.run();
  }

  private void repeat(Runnable tick, long nanos) {
    var unused =
        thread.scheduleWithFixedDelay(() -> safely(tick), nanos, nanos, TimeUnit.NANOSECONDS);
  }

  private void later(Runnable task, long nanos) {
    var unused = thread.schedule(task, nanos, TimeUnit.NANOSECONDS);
  }

  private void safely(Runnable step) {
    try {
      step.run();
    } catch (Throwable e) { // also an Error: nothing would be followed any more
      // The next one may do better; without it limits and shares would stay as they are for good.
      StackTraceElement[] trace = e.getStackTrace();
      String place = e.getClass().getName() + (trace.length == 0 ? "" : " " + trace[0]);
      if (loggedFaults.size() < MAX_LOGGED_FAULTS
          && loggedFaults.add(place)) { // once, and not in each tick
        LOG.error("The limits in force or the shares of groups' quotas could not be worked out", e);
      }
    }
  }

  @Override
  public void close() {
    subscription.close();
    thread.shutdownNow();
    groups.close();
  }
}
