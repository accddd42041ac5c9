package io.sluice.cli;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the process until it is told to end by SIGTERM or Ctrl-C. */
final class UntilStopped {

  private static final Logger LOG = LoggerFactory.getLogger(UntilStopped.class);

  /** What has been started may be stopped a moment before this is known here. */
  private static final long LONGEST_MOMENT_SECONDS = 1;

  /** Starts something, and says how to stop it. */
  @FunctionalInterface
  interface Start {

    Runnable start() throws IOException;
  }

  private UntilStopped() {}

  /**
   * Does not return before the thread is interrupted. A process that is told to end and does so has
   * succeeded, so the exit code is 0, unlike the JVM's own for signals, which it is while nothing has
   * started yet. It listens before the user can know that something has.
   */
  static int run(Start start) throws IOException, InterruptedException {
    CompletableFuture<Runnable> stop = new CompletableFuture<>();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(stop), "sluice-stop"));
    try {
      stop.complete(start.start());
    } finally {
      stop.cancel(false); // only if it has failed; then the hook does not wait for it
    }
    new CountDownLatch(1).await();
    return 0;
  }

  private static void stop(CompletableFuture<Runnable> started) {
    Runnable stop;
    try {
      stop = started.get(LONGEST_MOMENT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException
        | CancellationException
        | TimeoutException
        | InterruptedException e) {
      return; // there is nothing to stop
    }
    int exitCode = 1;
    try {
      stop.run();
      exitCode = 0;
    } catch (RuntimeException e) {
      LOG.error("could not stop cleanly", e);
    } finally {
      Runtime.getRuntime().halt(exitCode);
    }
  }
}
