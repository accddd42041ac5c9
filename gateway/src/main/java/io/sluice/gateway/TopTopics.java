package io.sluice.gateway;

import io.sluice.core.Limiter;
import io.sluice.policy.TopicName;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * The topics that have figures of their own: those that were throttled most of late, then those that
 * were published to most. What the others do is added up. Every sum only grows while it is shown, as
 * counters must, whoever comes and goes: a topic's own counts what happened while it was shown, and
 * goes on from there if it comes back before others have taken its place for good.
 */
final class TopTopics {

  /** What happened on a topic with a limit. */
  record Totals(long throttledTimes, long throttledNanos, long admitted, long shadowThrottled) {

    static final Totals ZERO = new Totals(0, 0, 0, 0);

    static Totals of(TopicLimit topic) {
      Limiter.Counts counts = topic.counts();
      return new Totals(
          topic.throttledTimes(),
          topic.throttledNanos(),
          counts.admitted(),
          counts.shadowThrottled());
    }

    Totals plus(Totals other) {
      return new Totals(
          throttledTimes + other.throttledTimes,
          throttledNanos + other.throttledNanos,
          admitted + other.admitted,
          shadowThrottled + other.shadowThrottled);
    }

    Totals minus(Totals other) {
      return new Totals(
          throttledTimes - other.throttledTimes,
          throttledNanos - other.throttledNanos,
          admitted - other.admitted,
          shadowThrottled - other.shadowThrottled);
    }
  }

  private static final class Entry {
    private Totals seen = Totals.ZERO;
    private Totals shown = Totals.ZERO;
    private Totals since = Totals.ZERO;
    private double throttledOfLate;
    private double admittedOfLate;

    private void see(Totals now) {
      since = since.plus(now.minus(seen));
      seen = now;
    }

    private void rank() {
      throttledOfLate =
          throttledOfLate / 2 + since.throttledTimes() + (double) since.shadowThrottled();
      admittedOfLate = admittedOfLate / 2 + since.admitted();
    }
  }

  private static final Comparator<Map.Entry<TopicName, Entry>> MOST_FIRST = Comparator.comparing(
      Map.Entry::getValue,
      Comparator.<Entry>comparingDouble(entry -> entry.throttledOfLate)
          .thenComparingDouble(entry -> entry.admittedOfLate)
          .reversed());

  private final int max;
  private final Map<TopicName, Entry> entries = new HashMap<>();

  /** Topics that nobody publishes to any more, but did of late; not more than may be shown. */
  private final Map<TopicName, Entry> gone = new LinkedHashMap<>();

  private Totals other = Totals.ZERO;

  TopTopics(int max) {
    this.max = max;
  }

  /** A topic is not limited here any more, and was like this in the end. */
  synchronized void forget(TopicLimit topic) {
    Totals last = Totals.of(topic);
    Entry entry = entries.remove(topic.topic());
    if (entry == null) {
      if (last.equals(Totals.ZERO)) {
        return; // it never had a limit
      }
      entry = gone.containsKey(topic.topic()) ? gone.remove(topic.topic()) : new Entry();
    }
    entry.see(last);
    entry.seen = Totals.ZERO; // if it comes back, it counts from zero
    gone.put(topic.topic(), entry);
    if (gone.size() > max) {
      Iterator<Entry> eldest = gone.values().iterator();
      other = other.plus(eldest.next().since);
      eldest.remove();
    }
  }

  /** Looks at all topics with limits, and shows those that have figures of their own. */
  synchronized void show(Collection<TopicLimit> topics, BiConsumer<TopicName, Totals> out) {
    for (TopicLimit topic : topics) {
      TopicName name = topic.topic();
      // One that is about to be forgotten is counted when it is.
      if (!topic.isForgotten() && (topic.isLimited() || entries.containsKey(name))) {
        Entry back = gone.remove(name);
        entries
            .computeIfAbsent(name, same -> back == null ? new Entry() : back)
            .see(Totals.of(topic));
      }
    }
    Map<TopicName, Entry> all = new HashMap<>(entries);
    all.putAll(gone);
    all.values().forEach(Entry::rank);
    Set<TopicName> top = all.entrySet().stream()
        .sorted(MOST_FIRST)
        .limit(max)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
    gone.keySet().retainAll(top);
    all.forEach((name, entry) -> {
      if (top.contains(name)) {
        entry.shown = entry.shown.plus(entry.since);
        out.accept(name, entry.shown);
      } else {
        other = other.plus(entry.since);
      }
      entry.since = Totals.ZERO;
    });
  }

  /** What happened on topics while they were not shown by themselves. */
  synchronized Totals other() {
    return other;
  }
}
