package io.sluice.admin.figures;

import com.linecorp.armeria.common.HttpStatus;
import io.sluice.admin.http.Refusal;
import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.gateway.view.ConnectionView;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the node's connections: once a second while a caller wants figures, and otherwise every five seconds,
 * as each look takes a moment on every event loop. Figures need two looks, so the first caller after the start
 * waits for a second. Later, figures that are too old are made anew at once. It keeps the last look and the last
 * figures. Any thread may call it.
 */
public final class Sampler implements AutoCloseable {

  /** Records looks. */
  @FunctionalInterface
  public interface Recorder {

    /**
     * Takes a look into account.
     *
     * @param figures what has happened since the look before; null if that is not known
     */
    void looked(Figures.Look look, @Nullable Figures figures);
  }

  /**
   * The latest look.
   *
   * @param look that
   * @param figures what happened until then
   * @param age how long ago it was
   */
  public record Latest(Figures.Look look, Figures figures, Duration age) {}

  static final Duration INTERVAL = Duration.ofSeconds(1);

  /** While no caller wants figures. */
  static final Duration IDLE_INTERVAL = Duration.ofSeconds(5);

  /** For how long it looks once a second after a caller has asked. */
  public static final Duration WANTED_DURATION = Duration.ofSeconds(30);

  /** If an event loop does not answer for so long, the look fails, and so does the caller's request. */
  private static final long LONGEST_LOOK_SECONDS = 5;

  private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);

  private final Supplier<CompletionStage<List<ConnectionView>>> connections;
  private final WakeUpTimer timer;
  private final NanoClock clock;
  private final InstantSource wallClock;
  private final Recorder record;
  private final Set<Consumer<Figures>> watchers = ConcurrentHashMap.newKeySet();

  private boolean looking;
  private boolean closed;
  private boolean wanted;
  private boolean saidFault;
  private boolean saidNotTold;
  private long wantedNanos;
  private Figures.@Nullable Look last;
  private @Nullable Figures figures;
  private @Nullable Future<?> wakeUp;

  /** For callers that wait for the next figures. */
  private CompletableFuture<Figures> next = new CompletableFuture<>();

  /** For callers that wait for the next look. */
  private CompletableFuture<List<ConnectionView>> nextLook = new CompletableFuture<>();

  /**
   * Does not look until it is started.
   *
   * @param record is told of every look, by the thread of the timer
   */
  public Sampler(
      Supplier<CompletionStage<List<ConnectionView>>> connections,
      WakeUpTimer timer,
      NanoClock clock,
      InstantSource wallClock,
      Recorder record) {
    this.connections = connections;
    this.timer = timer;
    this.clock = clock;
    this.wallClock = wallClock;
    this.record = record;
  }

  /** Looks from now on. */
  public synchronized void start() {
    if (!closed && wakeUp == null) {
      wakeUp = timer.schedule(this::look, 0);
    }
  }

  /** The latest figures, as soon as there are any that are not older than two seconds. */
  public synchronized CompletionStage<Figures> figures() {
    lookSooner();
    return figures == null || isOld(last)
        ? next.copy()
        : CompletableFuture.completedFuture(figures);
  }

  /** The connections as they were seen last, as soon as that is not longer ago than two seconds. */
  public synchronized CompletionStage<List<ConnectionView>> connections() {
    lookSooner();
    return last == null || isOld(last)
        ? nextLook.copy()
        : CompletableFuture.completedFuture(last.views());
  }

  /** The latest look, without looking sooner because of it; empty if it is older than two idle intervals. */
  public synchronized Optional<Latest> latest() {
    if (last == null || figures == null) {
      return Optional.empty();
    }
    Duration age = Duration.ofNanos(clock.nanos() - last.nanos());
    return age.compareTo(IDLE_INTERVAL.multipliedBy(2)) > 0
        ? Optional.empty()
        : Optional.of(new Latest(last, figures, age));
  }

  private boolean isOld(Figures.@Nullable Look look) {
    return look != null && clock.nanos() - look.nanos() > 2 * INTERVAL.toNanos();
  }

  /** Passes all figures to a watcher from now on, until {@link #unwatch}. */
  public synchronized void watch(Consumer<Figures> watcher) {
    lookSooner();
    watchers.add(watcher);
  }

  /** Stops passing figures to a watcher. */
  public void unwatch(Consumer<Figures> watcher) {
    watchers.remove(watcher);
  }

  private void lookSooner() {
    if (closed) {
      throw new Refusal(HttpStatus.SERVICE_UNAVAILABLE, "the node is going down");
    }
    boolean isNew = !isWanted();
    wanted = true;
    wantedNanos = clock.nanos();
    if (wakeUp == null) {
      start();
    } else if (isNew && !looking) {
      wakeUp.cancel(false);
      // Not sooner after the last look, as there is little to see in a moment.
      long since = last == null ? Long.MAX_VALUE : wantedNanos - last.nanos();
      wakeUp = timer.schedule(this::look, Math.max(0, INTERVAL.toNanos() - since));
    }
  }

  private void look() {
    synchronized (this) {
      if (looking || closed) {
        return; // it was cancelled too late
      }
      looking = true;
    }
    CompletableFuture<Void> now = CompletableFuture.completedFuture(null);
    var unused = now.thenCompose(start -> connections.get())
        .orTimeout(LONGEST_LOOK_SECONDS, TimeUnit.SECONDS)
        .thenApply(views -> Figures.Look.at(clock.nanos(), wallClock.instant(), views))
        .whenComplete(this::goOn);
  }

  /** Goes on by the thread of the timer, not on the event loop that has answered last. */
  private synchronized void goOn(Figures.@Nullable Look look, @Nullable Throwable fault) {
    if (!closed) {
      wakeUp = timer.schedule(
          () -> {
            if (look == null) {
              failed(fault);
            } else {
              looked(look);
            }
          },
          0);
    }
  }

  /** By the thread of the timer alone. */
  private void looked(Figures.Look look) {
    try {
      Figures made = made(look);
      record.looked(look, made);
      if (made != null) {
        watchers.forEach(watcher -> watcher.accept(made));
      }
      saidNotTold = false;
    } catch (RuntimeException e) {
      if (!saidNotTold) {
        saidNotTold = true; // once until it is over, as for looks
        LOG.error("figures could not be told", e);
      }
    }
  }

  private synchronized @Nullable Figures made(Figures.Look look) {
    Figures.Look before = last;
    last = look;
    nextLook.complete(look.views());
    nextLook = new CompletableFuture<>();
    saidFault = false;
    lookAgain(); // whatever happens next
    figures = before == null ? null : Figures.between(before, look);
    if (figures != null) {
      next.complete(figures);
      next = new CompletableFuture<>();
    }
    return figures;
  }

  private synchronized void failed(@Nullable Throwable fault) {
    if (!saidFault) {
      saidFault = true; // once until it is over
      LOG.warn("the node's connections could not be looked at", fault);
    }
    Refusal refusal =
        new Refusal(HttpStatus.SERVICE_UNAVAILABLE, "the node does not say what it is doing");
    next.completeExceptionally(refusal);
    next = new CompletableFuture<>();
    nextLook.completeExceptionally(refusal);
    nextLook = new CompletableFuture<>();
    last = null;
    figures = null;
    lookAgain();
  }

  private void lookAgain() {
    looking = false;
    if (!closed) {
      wakeUp = timer.schedule(this::look, (isWanted() ? INTERVAL : IDLE_INTERVAL).toNanos());
    }
  }

  /** Whether a caller wants figures. */
  public synchronized boolean isWanted() {
    return !watchers.isEmpty()
        || (wanted && clock.nanos() - wantedNanos <= WANTED_DURATION.toNanos());
  }

  @Override
  public synchronized void close() {
    closed = true;
    watchers.clear();
    if (wakeUp != null) {
      wakeUp.cancel(false);
    }
    Refusal refusal = new Refusal(HttpStatus.SERVICE_UNAVAILABLE, "the node is going down");
    next.completeExceptionally(refusal);
    nextLook.completeExceptionally(refusal);
  }
}
