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

  /** A signal may come just before {@link Start#start} returns; the hook waits so long for that. */
  private static final long LONGEST_MOMENT_SECONDS = 1;

  /** Starts something, and says how to stop it. */
  @FunctionalInterface
  interface Start {

    Runnable start() throws IOException;
  }

  private UntilStopped() {}

  /**
   * Starts, and waits for a signal or an interrupt. At a signal the shutdown hook stops what was
   * started and ends the process with exit code 0: a process that ends when it is told to has
   * succeeded. If nothing has started yet, the exit code is the JVM's own for the signal. The hook
   * is added before the start, so that it is in place when the user sees that the process runs.
   */
  static int run(Start start) throws IOException, InterruptedException {
    CompletableFuture<Runnable> stop = new CompletableFuture<>();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(stop), "sluice-stop"));
    try {
      stop.complete(start.start());
    } finally {
      stop.cancel(false); // has an effect only if the start failed: the hook does not wait then
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
