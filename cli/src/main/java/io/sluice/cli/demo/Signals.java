package io.sluice.cli.demo;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets Ctrl-C and SIGTERM interrupt work that cleans up behind itself: the JVM does not end before
 * this is closed.
 */
final class Signals implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Signals.class);
  private static final int LONGEST_CLEANING_SECONDS = 30;

  private final Thread worker;
  private final Thread hook = new Thread(this::interrupt, "sluice-stop");
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean came;

  private Signals(Thread worker) {
    this.worker = worker;
  }

  /** From now on a signal interrupts this thread. */
  static Signals interruptThisThread() {
    Signals signals = new Signals(Thread.currentThread());
    Runtime.getRuntime().addShutdownHook(signals.hook);
    return signals;
  }

  private void interrupt() {
    came = true;
    worker.interrupt();
    try {
      if (!over.await(LONGEST_CLEANING_SECONDS, TimeUnit.SECONDS)) {
        LOG.error("could not clean up within {} s", LONGEST_CLEANING_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean came() {
    return came;
  }

  /** Returns unless a signal came: then the JVM ends here, with the exit code of that signal. */
  @Override
  public void close() {
    over.countDown();
    if (came) {
      // Never returns: the JVM ends with the signal's exit code when the hooks have ended. If this
      // thread went on, its System.exit could come first, with another code.
      new CompletableFuture<Void>().join();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      LOG.debug("the JVM is about to end", e);
    }
  }
}
