package io.sluice.gateway.internal.limit;

import io.netty.channel.EventLoopGroup;
import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.TopicName;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The dispatch limits of a node: of the topics and subscriptions that have consumers there, and of the node
 * itself. Of topics and subscriptions there is a limiter only where a policy sets a limit. {@link PolicyFollower} has them follow the policies; then listeners are told to ask
 * again which limits hold. Any thread may call it.
 */
public final class DispatchLimits {

  static final List<PolicyKind<?>> KINDS =
      List.of(PolicyKind.DISPATCH, PolicyKind.SUBSCRIPTION_DISPATCH);

  private final Supplier<Policies> policies;
  private final NanoClock clock;
  private final BiConsumer<TopicName, @Nullable PublishRateMeter> meter;
  private final LimiterRegistry<DispatchLimiter.Key, DispatchLimiter> limiters;
  private final NodeDispatchLimiter node;
  private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();

  /** What is published to topics with limits relative to that. Belongs to {@link PolicyFollower}'s thread. */
  private Map<TopicName, PublishRateMeter> metered = Map.of();

  /**
   * Limits that follow these policies.
   *
   * @param policies answers with the latest
   * @param meter has what is published to a topic counted into a rate, until it gets null for the topic
   */
  DispatchLimits(
      NodeLimits node,
      Supplier<Policies> policies,
      NodeShares shares,
      NanoClock clock,
      EventLoopGroup loops,
      BiConsumer<TopicName, @Nullable PublishRateMeter> meter) {
    this.policies = policies;
    this.clock = clock;
    this.meter = meter;
    this.limiters = new LimiterRegistry<>(
        "topics and subscriptions without consumers",
        LimiterRegistry.MAX_RESTING,
        shares,
        key -> new DispatchLimiter(key, policies, clock, WakeUpTimer.on(loops.next())));
    this.node = new NodeDispatchLimiter(node.dispatch(), clock, WakeUpTimer.on(loops.next()));
  }

  public NanoClock clock() {
    return clock;
  }

  /** The limiters in force, and those that rest. */
  public Collection<DispatchLimiter> limiters() {
    return limiters.all();
  }

  /** The limiter that is for this, if there is one. */
  public Optional<DispatchLimiter> find(DispatchLimiter.Key key) {
    return Optional.ofNullable(limiters.get(key));
  }

  /** The limiters of a topic's subscriptions, by name. */
  Stream<DispatchLimiter> subscriptions(TopicName topic) {
    return limiters.all().stream()
        .filter(limiter -> limiter.key().kind().equals(PolicyKind.SUBSCRIPTION_DISPATCH)
            && limiter.key().topic().equals(topic))
        .sorted(Comparator.comparing(limiter -> limiter.key().subscription()));
  }

  /** What the node delivers at most to all consumers together. */
  public NodeDispatchLimiter node() {
    return node;
  }

  /** Adds a listener, which is called on any thread when limits come or go; it must be quick. */
  public void listen(Runnable listener) {
    listeners.add(listener);
  }

  public void unlisten(Runnable listener) {
    listeners.remove(listener);
  }

  /** Tells of every limiter that is forgotten, for its last figures. */
  public void whenForgotten(Consumer<DispatchLimiter> listener) {
    limiters.whenForgotten(listener);
  }

  /** The limiters of one more consumer, which has to {@link #release} each of them. */
  public List<DispatchLimiter> acquire(TopicName topic, String subscription) {
    return Stream.of(
            new DispatchLimiter.Key(PolicyKind.DISPATCH, topic, ""),
            new DispatchLimiter.Key(PolicyKind.SUBSCRIPTION_DISPATCH, topic, subscription))
        .filter(key -> key.resolve(policies.get()).isPresent())
        .map(limiters::acquire)
        .toList();
  }

  /** A limiter has one consumer less. */
  public void release(DispatchLimiter limiter) {
    limiters.release(limiter);
  }

  /** Steps in which the limiters follow the policies, and listeners are told. */
  Stream<Runnable> follow() {
    return Stream.concat(limiters.follow(), Stream.of(() -> listeners.forEach(Runnable::run)));
  }

  /** Steps that forget what has rested, and measure what relative limits come to. */
  Stream<Runnable> sweep() {
    return Stream.concat(limiters.sweep(), Stream.of(this::measureRelative));
  }

  private void measureRelative() {
    Map<TopicName, PublishRateMeter> relative = new HashMap<>();
    limiters.all().stream().filter(DispatchLimiter::isRelative).forEach(limiter -> {
      limiter.published(relative.computeIfAbsent(limiter.key().topic(), this::measure));
      limiter.applyPolicy();
    });
    metered.keySet().stream()
        .filter(topic -> !relative.containsKey(topic))
        .forEach(topic -> meter.accept(topic, null));
    metered = relative;
  }

  private PublishRateMeter measure(TopicName topic) {
    PublishRateMeter known = metered.get(topic);
    PublishRateMeter rate = known == null ? new PublishRateMeter(clock) : known;
    meter.accept(topic, rate); // each time, as the topic may have got its first producer
    rate.measure();
    return rate;
  }
}
