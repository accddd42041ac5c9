package io.sluice.rampredis;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.ramp.RampThrottle;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Threads that take whatever each throttle of a group grants, all the time, and watch that no
 * throttle has too large a share, that together they never get more than the whole, that no call
 * blocks, and that none throws.
 */
final class Callers implements AutoCloseable {

  private static final Duration LONGEST_CALL = Duration.ofMillis(200);

  private final ThreadMXBean beans = ManagementFactory.getThreadMXBean();
  private final Map<Long, Integer> grantedBySecond = new ConcurrentHashMap<>();
  private final Set<String> faults = ConcurrentHashMap.newKeySet();
  private final List<Thread> threads = new ArrayList<>();
  private final int processors;
  private volatile boolean closed;

  Callers(Replicas replicas) {
    processors = replicas.throttles().size();
    for (RampThrottle throttle : replicas.throttles()) {
      Thread thread = new Thread(() -> take(throttle), "caller");
      thread.start();
      threads.add(thread);
    }
  }

  private void take(RampThrottle throttle) {
    try {
      while (!closed) {
        takeOne(throttle);
        TimeUnit.MILLISECONDS.sleep(1);
      }
    } catch (RuntimeException | InterruptedException e) {
      faults.add(e.toString());
    }
  }

  private void takeOne(RampThrottle throttle) {
    long waits = waits();
    long second = System.currentTimeMillis() / 1000;
    long start = System.nanoTime();
    int granted = throttle.tryAcquire(1).granted();
    long nanos = System.nanoTime() - start;
    if (nanos > LONGEST_CALL.toNanos() && waits() > waits) { // else it was the machine
      faults.add("a call blocked for " + Duration.ofNanos(nanos));
    }
    if (second == System.currentTimeMillis() / 1000) { // else it may be of this or of the next
      grantedBySecond.merge(second, granted, Integer::sum);
    }
    long share = throttle.status().share();
    if (share > Replicas.MAX / processors) {
      faults.add("one had a share of " + share);
    }
  }

  private long waits() {
    ThreadInfo info = beans.getThreadInfo(Thread.currentThread().getId());
    return info.getWaitedCount() + info.getBlockedCount();
  }

  /** What all of them together got. */
  int granted() {
    return grantedBySecond.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Ends them, and checks what they saw. */
  void stopAndCheck() {
    close();
    assertThat(faults).isEmpty();
    assertThat(grantedBySecond).isNotEmpty();
    assertThat(grantedBySecond.values()).allMatch(granted -> granted <= Replicas.MAX);
  }

  @Override
  public void close() {
    closed = true;
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
