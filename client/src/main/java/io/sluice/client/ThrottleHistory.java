package io.sluice.client;

import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * For how long a producer was throttled within a stretch of time that ends now. What is further back than so
 * many throttles is forgotten, and then counts as time without any. All times are in nanoseconds.
 */
final class ThrottleHistory {

  /** At the default send timeout of 30 s, one throttle each 29 ms. */
  static final int MAX_REMEMBERED = 1024;

  private record Interval(long start, long end) {}

  private final ArrayDeque<Interval> over = new ArrayDeque<>();
  private boolean running;
  private long runningSince;

  /** A throttle begins. */
  synchronized void start(long now) {
    running = true;
    runningSince = now;
  }

  /** It is over. */
  synchronized void end(long now) {
    running = false;
    if (over.size() == MAX_REMEMBERED) {
      over.removeFirst();
    }
    over.addLast(new Interval(runningSince, now));
  }

  /** How much of the last so many nanoseconds it was throttled. */
  synchronized long withinLast(long duration, long now) {
    long from = now - duration;
    long sum = running ? overlap(runningSince, now, from) : 0;
    Iterator<Interval> newestFirst = over.descendingIterator();
    while (newestFirst.hasNext()) {
      Interval interval = newestFirst.next();
      if (interval.end - from <= 0) {
        break;
      }
      sum += overlap(interval.start, interval.end, from);
    }
    return sum;
  }

  private static long overlap(long start, long end, long from) {
    return end - (start - from > 0 ? start : from);
  }
}
