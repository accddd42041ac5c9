package io.sluice.gateway.internal.metrics;

import io.sluice.core.Limiter;
import io.sluice.gateway.internal.limit.PolicyLimiter;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The topics or groups that have figures of their own: those that were throttled most often in
 * the last collections, then those that had most traffic. The figures of all others are added up.
 *
 * <p>All figures are counters, so none may fall when other topics come to be shown. A topic's own
 * figures count what happened while the topic was shown, and the sum of the others counts the rest.
 * A topic that is shown again goes on from its last figures, unless its limiter was removed and
 * other topics took its place.
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

  /** Those whose limiters were removed recently; not more than may be shown. */
  private final Map<K, Entry> gone = new LinkedHashMap<>();

  private Totals other = Totals.ZERO;

  TopLimits(int max, Function<L, K> name) {
    this.max = max;
    this.name = name;
  }

  /** A limiter was removed; its last counts are taken over. */
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
    keep(key, entry);
  }

  private void keep(K key, Entry entry) {
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
    Set<K> there = new HashSet<>();
    for (L limit : limits) {
      K key = name.apply(limit);
      there.add(key);
      // A limiter that is being removed is counted by forget().
      if (!limit.isForgotten() && (limit.isLimited() || entries.containsKey(key))) {
        Entry back = gone.remove(key);
        entries
            .computeIfAbsent(key, same -> back == null ? new Entry() : back)
            .see(Totals.of(limit));
      }
    }
    // A limiter that has counted nothing is removed without a call of forget().
    List<Map.Entry<K, Entry>> unused = entries.entrySet().stream()
        .filter(
            entry -> entry.getValue().seen.equals(Totals.ZERO) && !there.contains(entry.getKey()))
        .toList();
    unused.forEach(entry -> {
      entries.remove(entry.getKey());
      keep(entry.getKey(), entry.getValue());
    });
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

  /** How many are known, whether they are shown or not. */
  synchronized int size() {
    return entries.size() + gone.size();
  }

  /** What happened at limits while they were not shown by themselves. */
  synchronized Totals other() {
    return other;
  }
}
