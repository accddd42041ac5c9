package io.sluice.admin.api;

import com.linecorp.armeria.common.HttpStatus;
import io.sluice.admin.Refusal;
import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.gateway.ConnectionView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
 * Looks at the node's connections once a second while somebody wants figures, and not at all if nobody
 * does: that takes a moment of every event loop. Figures need two looks, so the first to ask waits for a
 * second. It keeps the last look and the last figures. Any thread may call it.
 */
final class Sampler implements AutoCloseable {

  static final Duration INTERVAL = Duration.ofSeconds(1);

  /** How long it goes on after somebody has asked. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  /** An event loop that does not answer for so long is in trouble; whoever asked is told. */
  private static final long LONGEST_LOOK_SECONDS = 5;

  private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);

  private final Supplier<CompletionStage<List<ConnectionView>>> connections;
  private final WakeUpTimer timer;
  private final NanoClock clock;
  private final Set<Consumer<Figures>> watchers = ConcurrentHashMap.newKeySet();

  private boolean running;
  private boolean closed;
  private long wantedNanos;
  private Figures.@Nullable Look last;
  private @Nullable Figures figures;
  private @Nullable Future<?> wakeUp;

  /** For those who wait for the first figures. */
  private CompletableFuture<Figures> next = new CompletableFuture<>();

  Sampler(
      Supplier<CompletionStage<List<ConnectionView>>> connections,
      WakeUpTimer timer,
      NanoClock clock) {
    this.connections = connections;
    this.timer = timer;
    this.clock = clock;
  }

  /** The latest figures, as soon as there are any. */
  synchronized CompletionStage<Figures> figures() {
    start();
    return figures == null ? next.copy() : CompletableFuture.completedFuture(figures);
  }

  /** Tells all figures from now on, until {@link #unwatch}. */
  synchronized void watch(Consumer<Figures> watcher) {
    start();
    watchers.add(watcher);
  }

  void unwatch(Consumer<Figures> watcher) {
    watchers.remove(watcher);
  }

  private void start() {
    if (closed) {
      throw new Refusal(HttpStatus.SERVICE_UNAVAILABLE, "the node is going down");
    }
    wantedNanos = clock.nanos();
    if (!running) {
      running = true;
      wakeUp = timer.schedule(this::look, 0);
    }
  }

  private void look() {
    CompletableFuture<Void> now = CompletableFuture.completedFuture(null);
    var unused = now.thenCompose(start -> connections.get())
        .orTimeout(LONGEST_LOOK_SECONDS, TimeUnit.SECONDS)
        .thenApply(views -> Figures.Look.at(clock.nanos(), Instant.now(), views))
        .whenComplete(this::goOn);
  }

  /** Leaves the event loop that has answered last, which has other things to do. */
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

  private void looked(Figures.Look look) {
    Figures made = made(look);
    if (made != null) {
      try {
        watchers.forEach(watcher -> watcher.accept(made));
      } catch (RuntimeException e) {
        LOG.error("figures could not be told", e);
      }
    }
  }

  private synchronized @Nullable Figures made(Figures.Look look) {
    Figures.Look before = last;
    last = look.forNext();
    figures = before == null ? null : Figures.between(before, look);
    if (figures != null) {
      next.complete(figures);
      next = new CompletableFuture<>();
    }
    return lookAgainIfWanted() ? figures : null;
  }

  private synchronized void failed(@Nullable Throwable fault) {
    LOG.warn("the node's connections could not be looked at", fault);
    next.completeExceptionally(
        new Refusal(HttpStatus.SERVICE_UNAVAILABLE, "the node does not say what it is doing"));
    next = new CompletableFuture<>();
    last = null;
    figures = null;
    lookAgainIfWanted();
  }

  private boolean lookAgainIfWanted() {
    running = !closed && (!watchers.isEmpty() || clock.nanos() - wantedNanos <= PATIENCE.toNanos());
    if (running) {
      wakeUp = timer.schedule(this::look, INTERVAL.toNanos());
    } else {
      last = null;
      figures = null;
    }
    return running;
  }

  /** Whether it looks at the connections; for tests. */
  synchronized boolean isRunning() {
    return running;
  }

  @Override
  public synchronized void close() {
    closed = true;
    watchers.clear();
    if (wakeUp != null) {
      wakeUp.cancel(false);
    }
    next.completeExceptionally(
        new Refusal(HttpStatus.SERVICE_UNAVAILABLE, "the node is going down"));
  }
}
