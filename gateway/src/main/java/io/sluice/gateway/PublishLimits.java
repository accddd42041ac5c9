package io.sluice.gateway;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.TopicName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The publish limits of a node: of each topic that has producers, and of the node itself. Follows the
 * policies as they change. Any thread may call it.
 */
final class PublishLimits implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

  /** Topics without producers whose bursts are not full again; beyond, all of them are forgotten. */
  private static final int MAX_RESTING = 100_000;

  private static final long SWEEP_SECONDS = 1;

  private final PublishSettings settings;
  private final Ramps ramps;
  private final NanoClock clock;
  private final EventLoopGroup loops;
  private final ScheduledExecutorService control = Executors.newSingleThreadScheduledExecutor(
      new DefaultThreadFactory("sluice-gateway-limits", true));
  private final ConcurrentHashMap<TopicName, TopicLimit> topics = new ConcurrentHashMap<>();
  private final SharedLimit node;
  private final ByteBudget publishBuffer;
  private final ByteBudget held;
  private final AtomicInteger resting = new AtomicInteger();
  private final Pacer pacer;
  private final PolicyStore.Subscription subscription;
  private volatile Policies policies = Policies.NONE;

  private volatile Consumer<TopicLimit> forgotten = topic -> {};
  private boolean saidTooMany;

  PublishLimits(
      PublishSettings settings,
      PolicyStore store,
      Ramps ramps,
      NanoClock clock,
      EventLoopGroup loops) {
    this.settings = settings;
    this.ramps = ramps;
    this.clock = clock;
    this.loops = loops;
    this.node = new SharedLimit(LimitRates.of(settings.nodeLimit()), clock, timer());
    this.publishBuffer = new ByteBudget(settings.publishBufferBytes());
    this.held = new ByteBudget(settings.heldBytes());
    ramps.measure(() -> topics.values().stream());
    ramps.listen(() -> topics.values().forEach(TopicLimit::followRamp));
    this.pacer = new Pacer(control, clock, this::follow);
    this.subscription = store.subscribe(this::change);
    var unused =
        control.scheduleWithFixedDelay(this::sweep, SWEEP_SECONDS, SWEEP_SECONDS, TimeUnit.SECONDS);
  }

  PublishSettings settings() {
    return settings;
  }

  NanoClock clock() {
    return clock;
  }

  /** The node's own rate. */
  SharedLimit node() {
    return node;
  }

  /** What clients have published and not got an answer to. */
  ByteBudget publishBuffer() {
    return publishBuffer;
  }

  /** What of that waits for topics' limits. */
  ByteBudget held() {
    return held;
  }

  Collection<TopicLimit> topics() {
    return topics.values();
  }

  /** Counts into this, if anything, what is published to a topic from now on, while it has producers. */
  void meter(TopicName topic, @Nullable PublishedRate published) {
    TopicLimit limit = topics.get(topic);
    if (limit != null) {
      limit.meter(published);
    }
  }

  /** Tells of every topic that is forgotten, for its last figures. */
  void whenForgotten(Consumer<TopicLimit> listener) {
    forgotten = listener;
  }

  /** The limit of a topic that has one more producer. */
  TopicLimit open(String name) {
    TopicName topic = TopicName.parseOrUnreadable(name);
    TopicLimit limit = topics.compute(topic, (same, known) -> {
      if (known != null && !known.isUsed()) {
        resting.decrementAndGet();
      }
      TopicLimit now =
          known != null ? known : new TopicLimit(topic, () -> policies, ramps, clock, timer());
      now.opened();
      return now;
    });
    limit.follow(); // the policies may have changed before everybody could see this topic
    return limit;
  }

  /**
   * A topic has one producer less. Its limit is kept until its burst is full again, or one could have
   * another burst by opening another producer. Limits that have counted something are forgotten by
   * {@link #sweep} alone, which has the time to say so.
   */
  void close(TopicLimit limit) {
    topics.computeIfPresent(limit.topic(), (topic, same) -> {
      same.closed();
      if (same.isUsed() || same.hasCounted()) {
        resting.addAndGet(same.isUsed() ? 0 : 1);
        return same;
      }
      return null;
    });
  }

  private void sweep() {
    boolean tooMany = resting.get() > MAX_RESTING;
    List<TopicLimit> rested = new ArrayList<>();
    for (TopicName topic : topics.keySet()) {
      topics.computeIfPresent(topic, (same, limit) -> {
        if (limit.isUsed() || !(tooMany || limit.isRested())) {
          return limit;
        }
        limit.forget();
        rested.add(limit);
        return null;
      });
    }
    resting.addAndGet(-rested.size());
    rested.forEach(forgotten);
    if (tooMany && !saidTooMany) {
      saidTooMany = true;
      LOG.warn(
          "More than {} topics without producers have not rested yet: their limits are forgotten",
          MAX_RESTING);
    }
  }

  private void change(Policies changed) {
    policies = changed;
    pacer.changed();
  }

  private void follow() {
    topics.values().forEach(TopicLimit::follow);
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
