package io.sluice.gateway.internal.metrics;

import io.sluice.core.Limiter;
import io.sluice.gateway.internal.limit.PolicyLimiter;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The topics or groups that have figures of their own: those that were throttled most recently, then those
 * that had most traffic. What the others do is added up. Every sum only grows while it is shown, as
 * counters must, whichever topics come and go: a topic's own counts what happened while it was shown, and
 * goes on from there if it comes back before others have taken its place for good.
 *
 * @param <K> their names
 */
final class TopLimits<K, L extends PolicyLimiter> {

  /** What happened at a limit. */
  record Totals(
      long throttledTimes,
      long throttledNanos,
      long admitted,
      long admittedBytes,
      long shadowThrottled) {

    static final Totals ZERO = new Totals(0, 0, 0, 0, 0);

    static Totals of(PolicyLimiter limit) {
      Limiter.Counts counts = limit.counts();
      return new Totals(
          limit.throttledTimes(),
          limit.throttledNanos(),
          counts.admitted(),
          limit.admittedBytes(),
          counts.shadowThrottled());
    }

    Totals plus(Totals other) {
      return new Totals(
          throttledTimes + other.throttledTimes,
          throttledNanos + other.throttledNanos,
          admitted + other.admitted,
          admittedBytes + other.admittedBytes,
          shadowThrottled + other.shadowThrottled);
    }

    Totals minus(Totals other) {
      return new Totals(
          throttledTimes - other.throttledTimes,
          throttledNanos - other.throttledNanos,
          admitted - other.admitted,
          admittedBytes - other.admittedBytes,
          shadowThrottled - other.shadowThrottled);
    }
  }

  private static final class Entry {
    private Totals seen = Totals.ZERO;
    private Totals shown = Totals.ZERO;
    private Totals since = Totals.ZERO;
    private double recentlyThrottled;
    private double recentlyAdmitted;

    private void see(Totals now) {
      since = since.plus(now.minus(seen));
      seen = now;
    }

    private void rank() {
      recentlyThrottled =
          recentlyThrottled / 2 + since.throttledTimes() + (double) since.shadowThrottled();
      recentlyAdmitted = recentlyAdmitted / 2 + since.admitted();
    }
  }

  private static final Comparator<Entry> MOST_FIRST = Comparator.<Entry>comparingDouble(
          entry -> entry.recentlyThrottled)
      .thenComparingDouble(entry -> entry.recentlyAdmitted)
      .reversed();

  private final int max;
  private final Function<L, K> name;
  private final Map<K, Entry> entries = new HashMap<>();

  /** Those that are not there any more, but were until recently; not more than may be shown. */
  private final Map<K, Entry> gone = new LinkedHashMap<>();

  private Totals other = Totals.ZERO;

  TopLimits(int max, Function<L, K> name) {
    this.max = max;
    this.name = name;
  }

  /** A limit is not here any more, and was like this in the end. */
  synchronized void forget(L limit) {
    Totals last = Totals.of(limit);
    K key = name.apply(limit);
    Entry entry = entries.remove(key);
    if (entry == null) {
      if (last.equals(Totals.ZERO)) {
        return; // it never had a limit
      }
      Entry back = gone.remove(key);
      entry = back == null ? new Entry() : back;
    }
    entry.see(last);
    entry.seen = Totals.ZERO; // if it comes back, it counts from zero
    gone.put(key, entry);
    if (gone.size() > max) {
      Iterator<Entry> eldest = gone.values().iterator();
      other = other.plus(eldest.next().since);
      eldest.remove();
    }
  }

  /** Looks at all of them, and shows those that have figures of their own. */
  synchronized void show(Collection<L> limits, BiConsumer<K, Totals> out) {
    for (L limit : limits) {
      K key = name.apply(limit);
      // One that is about to be forgotten is counted when it is.
      if (!limit.isForgotten() && (limit.isLimited() || entries.containsKey(key))) {
        Entry back = gone.remove(key);
        entries
            .computeIfAbsent(key, same -> back == null ? new Entry() : back)
            .see(Totals.of(limit));
      }
    }
    Map<K, Entry> all = new HashMap<>(entries);
    all.putAll(gone);
    all.values().forEach(Entry::rank);
    Set<K> top = all.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(MOST_FIRST))
        .limit(max)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
    gone.keySet().retainAll(top);
    all.forEach((key, entry) -> {
      if (top.contains(key)) {
        entry.shown = entry.shown.plus(entry.since);
        out.accept(key, entry.shown);
      } else {
        other = other.plus(entry.since);
      }
      entry.since = Totals.ZERO;
    });
  }

  /** What happened at limits while they were not shown by themselves. */
  synchronized Totals other() {
    return other;
  }
}
