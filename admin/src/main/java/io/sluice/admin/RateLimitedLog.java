package io.sluice.admin;

import io.sluice.core.NanoClock;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Limits how often the same thing is logged. The first line about a subject is logged at once;
 * after that one line per minute at most, with the number of lines that were left out. Subjects
 * beyond 256 in a minute count as one. Any thread may call it.
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

  /** How many lines were left out before, if one is to be logged now; otherwise empty. */
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
