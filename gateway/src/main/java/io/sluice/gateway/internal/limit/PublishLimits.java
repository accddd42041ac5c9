package io.sluice.gateway.internal.limit;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.gateway.Gateway;
import io.sluice.gateway.config.PublishSettings;
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
public final class PublishLimits implements AutoCloseable {

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
  private final ConcurrentHashMap<TopicName, TopicPublishLimiter> topics =
      new ConcurrentHashMap<>();
  private final SharedLimiter node;
  private final ByteBudget publishBuffer;
  private final ByteBudget held;
  private final AtomicInteger resting = new AtomicInteger();
  private final ChangeCoalescer pacer;
  private final PolicyStore.Subscription subscription;
  private volatile Policies policies = Policies.NONE;

  private volatile Consumer<TopicPublishLimiter> forgotten = topic -> {};
  private boolean saidTooMany;

  public PublishLimits(
      PublishSettings settings,
      PolicyStore store,
      Ramps ramps,
      NanoClock clock,
      EventLoopGroup loops) {
    this.settings = settings;
    this.ramps = ramps;
    this.clock = clock;
    this.loops = loops;
    this.node = new SharedLimiter(LimitRates.of(settings.nodeLimit()), clock, timer());
    this.publishBuffer = new ByteBudget(settings.publishBufferBytes());
    this.held = new ByteBudget(settings.heldBytes());
    ramps.measure(() -> topics.values().stream());
    ramps.listen(() -> topics.values().forEach(TopicPublishLimiter::followRamp));
    this.pacer = new ChangeCoalescer(control, clock, this::follow);
    this.subscription = store.subscribe(this::change);
    var unused =
        control.scheduleWithFixedDelay(this::sweep, SWEEP_SECONDS, SWEEP_SECONDS, TimeUnit.SECONDS);
  }

  public PublishSettings settings() {
    return settings;
  }

  public NanoClock clock() {
    return clock;
  }

  /** The node's own rate. */
  public SharedLimiter node() {
    return node;
  }

  /** What clients have published and not got an answer to. */
  public ByteBudget publishBuffer() {
    return publishBuffer;
  }

  /** What of that waits for topics' limits. */
  public ByteBudget held() {
    return held;
  }

  public Collection<TopicPublishLimiter> topics() {
    return topics.values();
  }

  /** Counts into this, if anything, what is published to a topic from now on, while it has producers. */
  public void meter(TopicName topic, @Nullable PublishedRate published) {
    TopicPublishLimiter limit = topics.get(topic);
    if (limit != null) {
      limit.meter(published);
    }
  }

  /** Tells of every topic that is forgotten, for its last figures. */
  public void whenForgotten(Consumer<TopicPublishLimiter> listener) {
    forgotten = listener;
  }

  /** The limit of a topic that has one more producer. */
  public TopicPublishLimiter open(String name) {
    TopicName topic = TopicName.parseOrUnreadable(name);
    TopicPublishLimiter limit = topics.compute(topic, (same, known) -> {
      if (known != null && !known.isUsed()) {
        resting.decrementAndGet();
      }
      TopicPublishLimiter now = known != null
          ? known
          : new TopicPublishLimiter(topic, () -> policies, ramps, clock, timer());
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
  public void close(TopicPublishLimiter limit) {
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
    List<TopicPublishLimiter> rested = new ArrayList<>();
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
    topics.values().forEach(TopicPublishLimiter::follow);
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
