package io.sluice.bench.nodes;

import io.sluice.bench.figures.Figures;
import io.sluice.bench.figures.Spread;
import io.sluice.bench.nodes.Changes.Change;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What the rounds came to: their median, and the worst of all changes. */
final class NodeFigures {

  private NodeFigures() {}

  static void add(Figures figures, List<Sharing> sharings, List<Change> changes) {
    for (String way : sharings.stream().map(Sharing::way).distinct().toList()) {
      List<Sharing> mine =
          sharings.stream().filter(sharing -> sharing.way().equals(way)).toList();
      add(figures, way, "rate_vs_quota", mine, Sharing::rateVsQuota, "0.98 to 1.02");
      addWorst(
          figures,
          way,
          changes.stream().filter(change -> change.way().equals(way)).toList());
      add(figures, way, "jain", mine, Sharing::jain, ">= 0.98");
      add(
          figures,
          way,
          "first_second_vs_quota",
          mine,
          Sharing::firstSecondVsQuota,
          "<= 2.25, of which 1 is the burst");
    }
  }

  private static void add(
      Figures figures,
      String way,
      String figure,
      List<Sharing> sharings,
      ToDoubleFunction<Sharing> value,
      String target) {
    Spread spread = Spread.of(sharings.stream().map(value::applyAsDouble).toList());
    figures.add(
        "nodes." + way + "." + figure,
        spread.median(),
        "in rounds " + spread.leastAndMost() + "; target: " + target(way, target));
  }

  private static void addWorst(Figures figures, String way, List<Change> changes) {
    Change worst = changes.stream()
        .max(Comparator.comparing((Change change) -> !change.settled())
            .thenComparing(Change::seconds))
        .orElseThrow();
    figures.add(
        "nodes." + way + ".converge_seconds",
        worst.seconds(),
        String.format(
            Locale.ROOT,
            "%s%s; target: %s",
            worst.what(),
            worst.settled() ? "" : ", not settled in that time",
            target(way, way.equals("homes") ? "<= 3, <= 8 for a home that is killed" : "<= 3")));
  }

  private static String target(String way, String target) {
    return way.equals("stock") ? "none" : target;
  }
}
