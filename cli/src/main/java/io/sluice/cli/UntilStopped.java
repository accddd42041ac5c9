package io.sluice.cli;

import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the process until it is told to end by SIGTERM or Ctrl-C. */
final class UntilStopped {

  private static final Logger LOG = LoggerFactory.getLogger(UntilStopped.class);

  private UntilStopped() {}

  /**
   * Does not return before the thread is interrupted. Who is told to end and does so has succeeded, so
   * the exit code is 0, unlike the JVM's own for signals.
   */
  static int run(Runnable stop) throws InterruptedException {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(
            () -> {
              int exitCode = 1;
              try {
                stop.run();
                exitCode = 0;
              } catch (RuntimeException e) {
                LOG.error("could not stop cleanly", e);
              } finally {
                Runtime.getRuntime().halt(exitCode);
              }
            },
            "sluice-stop"));
    new CountDownLatch(1).await();
    return 0;
  }
}
