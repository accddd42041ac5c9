package io.sluice.ramp;

import io.sluice.ramp.PoolStore.Answer;
import io.sluice.ramp.PoolStore.Member;
import io.sluice.ramp.PoolStore.Registration;
import io.sluice.ramp.PoolStore.Report;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One processor's part in its group: it reports to the store in the background, and turns the
 * answers into an {@link Agreement}.
 *
 * <h2>Why the shares never add up to more than the whole</h2>
 *
 * <ul>
 *   <li>A processor that reports a size uses it or a larger one: a larger target is used before it is
 *       reported, a smaller one only once the store answers that all have reported it.
 *   <li>A new processor grants nothing before the store answers that all report a size that counts it
 *       in. By the first rule all others use that size or a larger one by then. It does not
 *       believe a store that may just have lost its memory.
 *   <li>A processor that was silent for so long that the others may have dropped it is new again. It goes by the
 *       time at which it sent its last answered report, which is earlier than what the store goes
 *       by, so that it stops before the others go on without it.
 *   <li>Within one second shares only shrink: a smaller size, and a newcomer, count from the next
 *       second on, as others may have used up their larger shares of this one.
 * </ul>
 *
 * A {@link Fallback} other than {@link Fallback#CLOSED} gives this up when the store is gone. What
 * two faults at once can still do stands in docs/decisions/ramp.md.
 *
 * <p>There is at most one call to the store under way. It is made outside the lock, as acquiring
 * may need the lock for a moment.
 */
final class Membership {

  /** By how much of the interval a sync may come earlier or later, so that they spread. */
  private static final double JITTER = 0.2;

  private static final Duration LEAST_START_TIMEOUT = Duration.ofSeconds(10);

  /** One call to the store, known by being the same object. */
  private static final class Attempt {
    final long sentMillis;
    final long sentNanos;
    final int reported;

    Attempt(long sentMillis, long sentNanos, int reported) {
      this.sentMillis = sentMillis;
      this.sentNanos = sentNanos;
      this.reported = reported;
    }
  }

  private final RampConfig config;
  private final Member member;
  private final PoolStore store;
  private final RampTime time;
  private final RandomGenerator random;
  private final Tokens tokens;
  private final Runnable onChange;
  private final StoreLog log;
  private final StoreCalls calls;
  private final long ttlNanos;
  private final CompletableFuture<Void> started = new CompletableFuture<>();

  private volatile Agreement agreement = Agreement.closed(PoolState.JOINING, 0, false);
  private volatile long heardNanos;
  private long heardMillis;
  private volatile long failures;
  private boolean registered;
  private boolean alone;
  private boolean hurried;
  private boolean stopped;
  private int reporting;
  private long sequence;
  private @Nullable Attempt underWay;
  private @Nullable CompletionStage<Void> leaving;

  /** What it fell back to, until all agree again: the store may be back for one answer only. */
  private @Nullable Agreement fallback;

  private @Nullable Future<?> next;

  Membership(
      RampConfig config,
      Member member,
      PoolStore store,
      RampTime time,
      RandomGenerator random,
      Tokens tokens,
      Runnable onChange) {
    this.config = config;
    this.member = member;
    this.store = store;
    this.time = time;
    this.random = random;
    this.tokens = tokens;
    this.onChange = onChange;
    log = new StoreLog(member, time);
    calls = new StoreCalls(time);
    ttlNanos = config.ttl().toNanos();
    heardNanos = time.nanos();
    heardMillis = time.millis();
  }

  /** Registers and goes on from there; fails if the store does, unless it may start without. */
  CompletionStage<Void> start() {
    beat();
    return started;
  }

  Agreement agreement() {
    return agreement;
  }

  /** The agreement as it is at this time, after one that has run out was replaced. */
  Agreement at(long millis) {
    Agreement seen = agreement;
    if (!seen.hasRunOutAt(millis) || !seen.storeFails()) {
      // Run out though the store is not known to be gone: this process was asleep. The next sync
      // will tell whether the others went on without it.
      return seen;
    }
    synchronized (this) {
      if (agreement.equals(seen)) {
        agreement = seen.fallback(config.fallback());
        log.fallsBack(config);
      }
      return agreement;
    }
  }

  Duration storeAge() {
    return Duration.ofNanos(time.nanos() - heardNanos);
  }

  long failures() {
    return failures;
  }

  /**
   * Stops granting, and tells the store. The answer comes within the store's timeout, and to
   * every caller: the second to close must not let go of the store before it is through.
   */
  CompletionStage<Void> leave() {
    CompletableFuture<Void> left = new CompletableFuture<>();
    synchronized (this) {
      if (leaving != null) {
        return leaving;
      }
      leaving = left;
      if (stopped) {
        left.complete(null);
        return left;
      }
      stop();
    }
    CompletionStage<Void> unused = deregister().whenComplete((nothing, error) -> {
      if (error == null) {
        left.complete(null);
      } else {
        log.leftUnnoticed(config, error);
        left.completeExceptionally(error);
      }
    });
    return left;
  }

  /** Also if it never heard that it is registered: the store may have. */
  private CompletionStage<Void> deregister() {
    boolean hasLevel;
    synchronized (this) {
      hasLevel = registered && config.resumedRampUp();
    }
    OptionalDouble level =
        hasLevel ? OptionalDouble.of(tokens.current().level) : OptionalDouble.empty();
    return calls.call(() -> store.deregister(member, level, config.ttl()), config.storeTimeout());
  }

  private void stop() {
    stopped = true;
    agreement = Agreement.closed(PoolState.CLOSED, agreement.size(), false);
    if (next != null) {
      next.cancel(false);
    }
    underWay = null;
  }

  /** Registers or reports, unless that is under way. */
  private void beat() {
    Attempt attempt;
    boolean registering;
    Report report;
    synchronized (this) {
      if (stopped || underWay != null) {
        return;
      }
      registering = !registered;
      boolean inUse = agreement.state().isMember() && !mayBeForgotten();
      report = new Report(reporting, inUse, ++sequence, config.ttl());
      attempt = new Attempt(time.millis(), time.nanos(), reporting);
      underWay = attempt;
    }
    if (registering) {
      call(() -> store.register(member, config.ttl()), startTimeout(), attempt, this::registered);
    } else {
      call(() -> store.sync(member, report), config.storeTimeout(), attempt, this::answered);
    }
  }

  private <T> void call(
      Supplier<CompletionStage<T>> operation,
      Duration timeout,
      Attempt attempt,
      BiConsumer<Attempt, T> onAnswer) {
    CompletionStage<T> unused = calls.call(operation, timeout).whenComplete((answer, error) -> {
      if (error != null) {
        failed(attempt, error);
      } else if (answer == null) {
        failed(attempt, new IllegalStateException("the store answered with nothing"));
      } else {
        onAnswer.accept(attempt, answer);
      }
    });
  }

  private void registered(Attempt attempt, Registration registration) {
    synchronized (this) {
      if (!finish(attempt)) {
        return;
      }
      registered = true;
      alone = registration.alone();
      reporting = registration.target();
      heard(attempt);
      if (config.resumedRampUp()) {
        registration.resumedLevel().ifPresent(tokens::resumeFrom);
      }
    }
    beat();
    started.complete(null);
  }

  private void answered(Attempt attempt, Answer answer) {
    boolean again = false;
    synchronized (this) {
      if (!finish(attempt)) {
        return;
      }
      if (agreement.state() == PoolState.FALLBACK) {
        fallback = agreement;
      }
      Agreement last = agreement.state().isMember() && !mayBeForgotten()
          ? agreement
          : Agreement.closed(PoolState.JOINING, agreement.size(), false);
      heard(attempt);
      long until = attempt.sentMillis + config.ttl().toMillis();
      if (answer instanceof Answer.Agree agree) {
        agreement = agreed(last, agree, until);
        reporting = agree.size();
        log.poolSize(agree.size(), config);
      } else if (answer instanceof Answer.Disagree disagree) {
        agreement = last.disagreed(disagree.target(), time.millis(), until);
        reporting = disagree.target();
      } else {
        if (agreement.state() != PoolState.SUPERSEDED) {
          log.superseded();
        }
        // It goes on asking: the name may be free again.
        agreement = Agreement.closed(PoolState.SUPERSEDED, last.size(), false);
      }
      if (agreement.state() != PoolState.JOINING) {
        fallback = null;
      }
      // What all wait for is reported at once, but not twice in a row: the rest can wait its turn.
      again = reporting != attempt.reported && !hurried;
      hurried = again;
      if (!again) {
        beatLater(attempt);
      }
    }
    if (again) {
      beat();
    }
    onChange.run();
  }

  private Agreement agreed(Agreement last, Answer.Agree agree, long until) {
    long now = time.millis();
    if (last.state() != PoolState.JOINING) {
      return last.agreed(agree.size(), now, last.fromMillis(), until);
    }
    if (store.mayForget() && agree.rememberedFor().compareTo(leastMemory()) < 0) {
      return Agreement.closed(PoolState.JOINING, agree.size(), false);
    }
    // A newcomer starts with the next second, as the others may have used up this one.
    boolean othersUseThisSecond = store.mayForget() || !alone;
    long from = othersUseThisSecond ? Agreement.startOfNextSecond(now) : Long.MIN_VALUE;
    alone = false; // should it ever be new again, others may have come meanwhile
    return last.agreed(agree.size(), now, from, until);
  }

  /**
   * For how long a store must have remembered a group to be believed by a newcomer. Meanwhile the
   * processors that it may have forgotten have reported again, even if one of their calls gets no answer.
   */
  private Duration leastMemory() {
    return config.storeTimeout().plus(config.syncInterval().multipliedBy(3));
  }

  private void failed(Attempt attempt, Throwable cause) {
    synchronized (this) {
      if (!finish(attempt)) {
        return;
      }
      failures++;
      if (!registered && !config.startWithoutStore()) {
        stop();
      } else {
        if (!agreement.storeFails()) {
          log.outageBegins(cause);
        }
        long remaining = Math.max(0, ttlNanos - (time.nanos() - heardNanos)) / 1_000_000;
        Agreement before =
            agreement.state() == PoolState.JOINING && fallback != null ? fallback : agreement;
        agreement = before.failing(time.millis() + remaining);
        hurried = false;
        beatLater(attempt);
      }
    }
    at(time.millis()); // so that the fallback is known even if no caller acquires
    if (config.startWithoutStore()) {
      started.complete(null);
    } else if (started.completeExceptionally(cause)) {
      // Should the store have heard, or hear later, it would wait for a processor that is not
      // there.
      CompletionStage<Void> unused = deregister();
    }
  }

  private boolean finish(Attempt attempt) {
    if (underWay != attempt) {
      return false; // the throttle was closed meanwhile
    }
    underWay = null;
    return true;
  }

  /** By both clocks: one stands still while the machine sleeps, the other can be set back. */
  private boolean mayBeForgotten() {
    return time.nanos() - heardNanos >= ttlNanos
        || time.millis() - heardMillis >= config.ttl().toMillis();
  }

  private void heard(Attempt attempt) {
    heardNanos = attempt.sentNanos;
    heardMillis = attempt.sentMillis;
    if (agreement.storeFails()) {
      agreement = agreement.answering();
      log.outageEnds();
    }
  }

  private void beatLater(Attempt last) {
    double spread = 1 - JITTER + 2 * JITTER * random.nextDouble();
    long due = last.sentNanos + (long) (config.syncInterval().toNanos() * spread);
    next = time.schedule(this::beat, Math.max(0, due - time.nanos()));
  }

  /** Starting depends on the first answer, and a cold JVM takes seconds to connect. */
  private Duration startTimeout() {
    boolean isWaitedFor = !config.startWithoutStore();
    return isWaitedFor && config.storeTimeout().compareTo(LEAST_START_TIMEOUT) < 0
        ? LEAST_START_TIMEOUT
        : config.storeTimeout();
  }
}
