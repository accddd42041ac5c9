package io.sluice.admin;

import io.sluice.core.NanoClock;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a log readable whatever happens: of each subject something is said at once, and then once a
 * minute at most, with the number of times that nothing was. There are 256 subjects at most in a minute;
 * what is beyond counts as one. Any thread may call it.
 */
final class RateLimitedLog {

  private static final int MOST_SUBJECTS = 256;
  private static final long SILENCE_NANOS = Duration.ofMinutes(1).toNanos();
  private static final String THE_OTHERS = "";

  private static final class Silence {
    private final long sinceNanos;
    private long unsaid;

    Silence(long sinceNanos) {
      this.sinceNanos = sinceNanos;
    }

    boolean isOver(long nowNanos) {
      return nowNanos - sinceNanos >= SILENCE_NANOS;
    }
  }

  private final NanoClock clock;
  private final Map<String, Silence> silences = new LinkedHashMap<>(); // the oldest first

  RateLimitedLog(NanoClock clock) {
    this.clock = clock;
  }

  /** How many times nothing was said of it, if something is to be said now. */
  synchronized OptionalLong say(String subject) {
    long now = clock.nanos();
    String known = silences.containsKey(subject) || hasRoom(now) ? subject : THE_OTHERS;
    @Nullable Silence silence = silences.get(known);
    if (silence != null && !silence.isOver(now)) {
      silence.unsaid++;
      return OptionalLong.empty();
    }
    silences.remove(known); // so that it is the newest when it is put
    silences.put(known, new Silence(now));
    return OptionalLong.of(silence == null ? 0 : silence.unsaid);
  }

  private boolean hasRoom(long now) {
    Iterator<Silence> oldest = silences.values().iterator();
    while (silences.size() >= MOST_SUBJECTS && oldest.hasNext() && oldest.next().isOver(now)) {
      oldest.remove();
    }
    return silences.size() < MOST_SUBJECTS;
  }
}
