package io.sluice.gateway.internal.limit;

import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The limiters of one kind on this node, by what they are for: one for all its users. A limiter without users
 * is <em>resting</em>: it is kept until its burst is full again, or a client could have another burst by opening
 * another producer or consumer. Any thread may call it.
 */
final class LimiterRegistry<K, L extends RegisteredLimiter<K>> {

  /** How many limiters may rest; beyond, all of them are forgotten. */
  static final int MAX_RESTING = 100_000;

  private static final Logger LOG = LoggerFactory.getLogger(LimiterRegistry.class);

  private final String kindOfOwner;
  private final int maxResting;
  private final Function<K, L> factory;
  private final ConcurrentHashMap<K, L> limiters = new ConcurrentHashMap<>();
  private final AtomicInteger resting = new AtomicInteger();
  private final NodeShares shares;
  private volatile Consumer<L> forgotten = limiter -> {};
  private boolean hasWarned;

  /**
   * An empty registry.
   *
   * @param kindOfOwner what the limiters are for, in the plural, for the log
   */
  LimiterRegistry(String kindOfOwner, int maxResting, NodeShares shares, Function<K, L> factory) {
    this.shares = shares;
    this.kindOfOwner = kindOfOwner;
    this.maxResting = maxResting;
    this.factory = factory;
  }

  /** All that have users or rest. */
  Collection<L> all() {
    return limiters.values();
  }

  @Nullable
  L get(K key) {
    return limiters.get(key);
  }

  /** Tells of every limiter that is forgotten, for its last figures. */
  void whenForgotten(Consumer<L> listener) {
    forgotten = listener;
  }

  /** The limiter for one more user, which has to {@link #release} it. */
  L acquire(K key) {
    L limiter = limiters.compute(key, (same, known) -> {
      if (known != null && !known.isUsed()) {
        resting.decrementAndGet();
      }
      L now = known != null ? known : factory.apply(key);
      now.acquired();
      return now;
    });
    // The policies may have changed before the limiter was among those that follow them.
    follow(limiter);
    return limiter;
  }

  private void follow(L limiter) {
    limiter.applyPolicy();
    share(limiter);
  }

  /** Most limiters have no limit, and never had one: an event loop need not wait for the shares' lock for these. */
  private void share(L limiter) {
    if (limiter.wasEverOpen()) {
      shares.follow(limiter.nameForNodes(), limiter);
    }
  }

  /**
   * A limiter has one user less. A limiter that has counted something is forgotten by {@link #sweep} alone,
   * which tells the listener.
   */
  void release(L limiter) {
    limiters.computeIfPresent(limiter.key(), (key, same) -> {
      same.released();
      if (same.isUsed() || same.hasCounted()) {
        resting.addAndGet(same.isUsed() ? 0 : 1);
        return same;
      }
      same.forget(); // the follower of policies may be about to look at it
      return null;
    });
  }

  /** Steps in which all limiters follow the policies. */
  Stream<Runnable> follow() {
    return limiters.values().stream().map(limiter -> () -> follow(limiter));
  }

  /** Steps that forget the limiters that have rested, or all resting ones if these are too many. */
  Stream<Runnable> sweep() {
    boolean tooMany = resting.get() > maxResting;
    if (tooMany && !hasWarned) {
      hasWarned = true;
      LOG.warn(
          "More than {} {} that are not used have limiters whose burst is not full yet: these are dropped, and start with a full"
              + " burst when they are used again",
          maxResting,
          kindOfOwner);
    }
    return limiters.values().stream().map(limiter -> () -> sweep(limiter, tooMany));
  }

  private void sweep(L limiter, boolean tooMany) {
    AtomicBoolean isSwept = new AtomicBoolean();
    limiters.computeIfPresent(limiter.key(), (key, known) -> {
      if (known != limiter || known.isUsed() || !(tooMany || known.isRested())) {
        return known;
      }
      known.forget();
      isSwept.set(true);
      return null;
    });
    if (isSwept.get()) {
      resting.decrementAndGet();
      share(limiter);
      forgotten.accept(limiter);
    }
  }
}
