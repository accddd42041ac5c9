package io.sluice.simulator;

import io.sluice.quota.QuotaDimension;
import io.sluice.quota.QuotaSettings;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/** Scenarios of all kinds, each of which follows from its seed. */
public final class RandomScenarios {

  private static final int MOST_NODES = 8;
  private static final List<Duration> INTERVALS =
      List.of(Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(60));

  private final SplittableRandom random;
  private final int nodes;
  private final int intervals;
  private final double quota;

  private RandomScenarios(long seed) {
    // Not the stream of numbers that the run itself begins with.
    random = new SplittableRandom(seed).split();
    nodes = random.nextInt(2, MOST_NODES + 1);
    intervals = random.nextInt(12, 21);
    // Where a node has a message now and then, what it gets in an interval is not a rate.
    quota = Math.rint(200 * Math.pow(10, random.nextDouble(5)));
  }

  /** The one of that seed. */
  public static Scenario of(long seed) {
    return new RandomScenarios(seed).scenario(seed);
  }

  private Scenario scenario(long seed) {
    List<Demand> demands = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      demands.add(demand());
    }
    Duration interval = oneOf(INTERVALS);
    QuotaDimension use = oneOf(List.of(QuotaDimension.values()));
    return new Scenario(
        seed,
        use,
        quota,
        demands,
        changes(),
        intervals,
        new QuotaSettings(interval, 10, 10, random.nextBoolean() ? 1 : nodes),
        new Scenario.World(
            0,
            random.nextDouble(0.05),
            random.nextBoolean() ? 0 : random.nextDouble(0.1),
            random.nextDouble(0.001)));
  }

  private Demand demand() {
    double even = perSecond();
    double other = perSecond();
    double time = rounded(random.nextDouble(2, intervals - 4));
    return switch (random.nextInt(16)) {
      case 0 -> new Demand.Step(even, time, other);
      case 1 -> new Demand.Step(0, time, even);
      case 2 -> new Demand.Sine(even, rounded(even * random.nextDouble(0.5)), rounded(time + 2));
      case 3 ->
        new Demand.Bursts(
            Math.min(even, other), Math.max(even, other), rounded(time + 2), rounded(time / 2));
      default -> new Demand.Constant(even);
    };
  }

  /** From nothing to a multiple of an even part. */
  private double perSecond() {
    double even = quota / nodes;
    return rounded(
        switch (random.nextInt(8)) {
          case 0 -> 0;
          case 1, 2 -> even * random.nextDouble(0.02, 0.5);
          case 3, 4 -> even * random.nextDouble(0.5, 1.5);
          default -> even * random.nextDouble(1.5, 10);
        });
  }

  private List<Change> changes() {
    List<Change> changes = new ArrayList<>();
    double time = random.nextDouble(2, 5);
    while (time < intervals - 3) {
      Change change = change(rounded(time));
      changes.add(change);
      // Mostly late enough to see that the last one is settled, sometimes in the middle of that.
      time = change.until()
          + (random.nextInt(4) == 0 ? random.nextDouble(4) : random.nextDouble(4.2, 7));
    }
    changes.sort(Comparator.comparingDouble(Change::at));
    return changes;
  }

  private Change change(double at) {
    Change.Kind kind = oneOf(List.of(Change.Kind.values()));
    int node = random.nextInt(nodes);
    double length = rounded(random.nextDouble(0.5, 5));
    return switch (kind) {
      case JOIN, LEAVE, KILL, RESTART -> new Change(at, kind, node);
      case DEMAND -> new Change(at, kind, node, perSecond());
      case QUOTA -> new Change(at, kind, Math.rint(quota * random.nextDouble(0.3, 3)));
      case LOSS -> new Change(at, kind, rounded(random.nextDouble(0.3)), length);
      case DELAY -> new Change(at, kind, rounded(random.nextDouble(1)), length);
      case CUT -> new Change(at, kind, node, length);
      case SPLIT -> new Change(at, kind, random.nextInt(1, nodes), length);
    };
  }

  private <T> T oneOf(List<T> choice) {
    return choice.get(random.nextInt(choice.size()));
  }

  /** To three digits, to be read and typed. */
  private static double rounded(double value) {
    return new BigDecimal(value).round(new MathContext(3)).doubleValue();
  }
}
