package io.sluice.gateway.internal.limit;

import io.netty.channel.EventLoopGroup;
import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.TopicName;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The publish limits of a node: of each topic that has producers, of each broker that has some, and of the
 * node itself. {@link PolicyFollower}
 * has them follow the policies. Any thread may call it.
 */
public final class PublishLimits {

  static final List<PolicyKind<?>> KINDS = List.of(PolicyKind.PUBLISH);

  private final PublishSettings settings;
  private final NanoClock clock;
  private final LimiterRegistry<TopicName, TopicPublishLimiter> topics;
  private final LimiterRegistry<BrokerAddress, BrokerPublishLimiter> brokers;
  private final SharedLimiter node;
  private final ByteBudget publishBuffer;
  private final ByteBudget held;

  /** @param policies answers with the latest */
  PublishLimits(
      PublishSettings settings,
      NodeLimits node,
      Supplier<Policies> policies,
      Ramps ramps,
      NodeShares shares,
      NanoClock clock,
      EventLoopGroup loops) {
    this.settings = settings;
    this.clock = clock;
    this.topics = new LimiterRegistry<>(
        "topics without producers",
        LimiterRegistry.MAX_RESTING,
        shares,
        topic ->
            new TopicPublishLimiter(topic, policies, ramps, clock, WakeUpTimer.on(loops.next())));
    this.brokers = new LimiterRegistry<>(
        "brokers without producers",
        LimiterRegistry.MAX_RESTING,
        shares,
        broker -> new BrokerPublishLimiter(broker, policies, clock, WakeUpTimer.on(loops.next())));
    this.node =
        new SharedLimiter(LimitRates.of(node.publish()), clock, WakeUpTimer.on(loops.next()));
    this.publishBuffer = new ByteBudget(settings.publishBufferBytes());
    this.held = new ByteBudget(settings.heldBytes());
    ramps.measure(() -> topics.all().stream());
    ramps.listen(() -> topics.all().forEach(TopicPublishLimiter::applyRamp));
  }

  public PublishSettings settings() {
    return settings;
  }

  public NanoClock clock() {
    return clock;
  }

  /** What the node passes to brokers at most, all topics together. */
  public SharedLimiter node() {
    return node;
  }

  /** What clients have published and brokers have not answered. */
  public ByteBudget publishBuffer() {
    return publishBuffer;
  }

  /** The part of {@link #publishBuffer} that is held for limits of topics and resource groups. */
  public ByteBudget held() {
    return held;
  }

  public Collection<TopicPublishLimiter> topics() {
    return topics.all();
  }

  public Collection<BrokerPublishLimiter> brokers() {
    return brokers.all();
  }

  /** The limiter of a topic, if there is one. */
  public Optional<TopicPublishLimiter> find(TopicName topic) {
    return Optional.ofNullable(topics.get(topic));
  }

  /** The limiter of a broker, if there is one. */
  public Optional<BrokerPublishLimiter> find(BrokerAddress broker) {
    return Optional.ofNullable(brokers.get(broker));
  }

  /**
   * Counts what is published to a topic from now on, while the topic has producers.
   *
   * @param published what to count into; null to count no more
   */
  public void meter(TopicName topic, @Nullable PublishRateMeter published) {
    TopicPublishLimiter limiter = topics.get(topic);
    if (limiter != null) {
      limiter.meter(published);
    }
  }

  /** Tells of every topic that is forgotten, for its last figures. */
  public void whenForgotten(Consumer<TopicPublishLimiter> listener) {
    topics.whenForgotten(listener);
  }

  /** The same of brokers. */
  public void whenBrokerForgotten(Consumer<BrokerPublishLimiter> listener) {
    brokers.whenForgotten(listener);
  }

  /** The limiter of a topic that has one more producer, which has to {@link #release} it. */
  public TopicPublishLimiter acquire(String topic) {
    return topics.acquire(TopicName.parseOrUnreadable(topic));
  }

  /** A topic has one producer less. */
  public void release(TopicPublishLimiter limiter) {
    topics.release(limiter);
  }

  /** The limiter of a broker that one more session publishes to, which has to {@link #release} it. */
  public BrokerPublishLimiter acquire(BrokerAddress broker) {
    return brokers.acquire(broker);
  }

  /** One session less publishes to a broker. */
  public void release(BrokerPublishLimiter limiter) {
    brokers.release(limiter);
  }

  /** Steps in which the limiters of brokers and topics follow the policies; of the former there are few. */
  Stream<Runnable> follow() {
    return Stream.concat(brokers.follow(), topics.follow());
  }

  /** Steps that forget what has rested. */
  Stream<Runnable> sweep() {
    return Stream.concat(brokers.sweep(), topics.sweep());
  }
}
