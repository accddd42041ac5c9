package io.sluice.gateway.internal.limit;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.TopicName;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The dispatch limits of topics and subscriptions that have consumers on this node. Only where a policy
 * sets a limit is there one. Follows the policies as they change, and tells those who have asked for
 * limits to ask again. Any thread may call it.
 */
public final class DispatchLimits implements AutoCloseable {

  /** Limits without consumers whose bursts are not full again; beyond, all of them are forgotten. */
  private static final int MAX_RESTING = 100_000;

  private static final long SWEEP_SECONDS = 1;

  private final NanoClock clock;
  private final EventLoopGroup loops;
  private final BiConsumer<TopicName, @Nullable PublishedRate> meter;
  private final ScheduledExecutorService control = Executors.newSingleThreadScheduledExecutor(
      new DefaultThreadFactory("sluice-gateway-dispatch", true));
  private final ConcurrentHashMap<DispatchLimiter.Key, DispatchLimiter> rates =
      new ConcurrentHashMap<>();
  private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();
  private final ChangeCoalescer pacer;
  private final PolicyStore.Subscription subscription;
  private volatile Policies policies = Policies.NONE;
  private volatile Policies followed = Policies.NONE;

  /** What is published to topics with limits relative to that. Belongs to the sweep. */
  private Map<TopicName, PublishedRate> metered = Map.of();

  /**
   * Follows the policies from now on.
   *
   * @param meter has what is published to a topic counted into a meter, until it gets none for it
   */
  public DispatchLimits(
      PolicyStore store,
      NanoClock clock,
      EventLoopGroup loops,
      BiConsumer<TopicName, @Nullable PublishedRate> meter) {
    this.clock = clock;
    this.loops = loops;
    this.meter = meter;
    this.policies = store.current();
    this.pacer = new ChangeCoalescer(control, clock, this::follow);
    this.subscription = store.subscribe(this::change);
    var unused =
        control.scheduleWithFixedDelay(this::sweep, SWEEP_SECONDS, SWEEP_SECONDS, TimeUnit.SECONDS);
  }

  public NanoClock clock() {
    return clock;
  }

  /** Those in force, and those of which there was use of late. */
  public Collection<DispatchLimiter> rates() {
    return rates.values();
  }

  /** Adds a listener, which is called on any thread when limits come or go; it must be quick. */
  public void listen(Runnable listener) {
    listeners.add(listener);
  }

  public void unlisten(Runnable listener) {
    listeners.remove(listener);
  }

  /** The limits of one more consumer, which {@link #close} has to be called for. */
  public List<DispatchLimiter> open(TopicName topic, String subscriptionName) {
    return Stream.of(
            open(new DispatchLimiter.Key(PolicyKind.DISPATCH, topic, "")),
            open(
                new DispatchLimiter.Key(PolicyKind.SUBSCRIPTION_DISPATCH, topic, subscriptionName)))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<DispatchLimiter> open(DispatchLimiter.Key key) {
    return resolve(key)
        .map(now -> rates.compute(key, (same, known) -> {
          DispatchLimiter rate =
              known == null ? new DispatchLimiter(key, now, clock, timer()) : known;
          rate.follow(
              () -> resolve(key)); // it may have changed before everybody could see this one
          rate.opened();
          return rate;
        }));
  }

  private Optional<Policies.Resolved<DispatchLimit>> resolve(DispatchLimiter.Key key) {
    return policies
        .resolve(key.kind(), key.topic())
        .filter(found -> found.limit().messages() > 0 || found.limit().bytes() > 0);
  }

  /** A limit has one consumer less. It is kept until its burst is full again. */
  public void close(DispatchLimiter rate) {
    rates.computeIfPresent(rate.key(), (key, same) -> {
      rate.closed();
      return same;
    });
  }

  private void sweep() {
    Map<TopicName, PublishedRate> relative = new HashMap<>();
    boolean tooMany = rates.size() > MAX_RESTING
        && rates.values().stream().filter(rate -> !rate.isUsed()).count() > MAX_RESTING;
    for (DispatchLimiter.Key key : rates.keySet()) {
      @Nullable
      DispatchLimiter left = rates.computeIfPresent(
          key, (same, rate) -> rate.isUsed() || !(tooMany || rate.isRested()) ? rate : null);
      if (left != null && left.isRelative()) {
        left.published(relative.computeIfAbsent(key.topic(), this::measure));
        left.follow(() -> resolve(key));
      }
    }
    metered.keySet().stream()
        .filter(topic -> !relative.containsKey(topic))
        .forEach(topic -> meter.accept(topic, null));
    metered = relative;
  }

  private PublishedRate measure(TopicName topic) {
    PublishedRate known = metered.get(topic);
    PublishedRate rate = known == null ? new PublishedRate(clock) : known;
    meter.accept(topic, rate); // each time, as the topic may have got its first producer
    rate.measure();
    return rate;
  }

  private void change(Policies changed) {
    policies = changed;
    if (!isFollowed(changed)) { // most changes are about something else
      pacer.changed();
    }
  }

  /** Kinds of which nothing has changed are not copied. */
  @SuppressWarnings("ReferenceEquality")
  private boolean isFollowed(Policies now) {
    return now.all(PolicyKind.DISPATCH) == followed.all(PolicyKind.DISPATCH)
        && now.all(PolicyKind.SUBSCRIPTION_DISPATCH)
            == followed.all(PolicyKind.SUBSCRIPTION_DISPATCH);
  }

  private void follow() {
    followed = policies;
    rates.values().forEach(rate -> rate.follow(() -> resolve(rate.key())));
    listeners.forEach(Runnable::run);
  }

  private WakeUpTimer timer() {
    return WakeUpTimer.on(loops.next());
  }

  @Override
  public void close() {
    subscription.close();
    control.shutdownNow();
  }
}
