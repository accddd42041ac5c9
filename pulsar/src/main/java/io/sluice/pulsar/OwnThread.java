package io.sluice.pulsar;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** A thread that does everything of one thing, and does not keep the process alive. */
final class OwnThread {

  private OwnThread() {}

  static ScheduledExecutorService called(String name) {
    return Executors.newSingleThreadScheduledExecutor(task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    });
  }
}
