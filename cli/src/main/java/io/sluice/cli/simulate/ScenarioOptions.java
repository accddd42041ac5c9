package io.sluice.cli.simulate;

import io.sluice.cli.base.InvalidInputException;
import io.sluice.cli.units.Span;
import io.sluice.quota.QuotaDimension;
import io.sluice.quota.QuotaSettings;
import io.sluice.simulator.Change;
import io.sluice.simulator.Demand;
import io.sluice.simulator.RandomScenarios;
import io.sluice.simulator.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that say what happens in a simulation of groups; a seed can choose it instead. */
final class ScenarioOptions {

  @Option(
      names = "--demands",
      split = ",",
      paramLabel = "DEMAND",
      description = {
        "What the clients of each node would use, per second: 200, step:BEFORE:WHEN:AFTER,"
            + " sine:MEAN:SWING:PERIOD or bursts:LOW:HIGH:PERIOD:LENGTH, with times in intervals. Without"
            + " it, all that happens follows from the seed."
      })
  private List<String> demands = List.of();

  @Option(
      names = "--events",
      split = ",",
      paramLabel = "EVENT",
      description = {
        "What happens, as INTERVAL:KIND:NUMBERS: join:NODE, leave:NODE, kill:NODE, restart:NODE,"
            + " demand:NODE:PER-SECOND, quota:PER-SECOND, and for so many intervals loss:PART:FOR,"
            + " delay:INTERVALS:FOR, cut:NODE:FOR, split:NODES:FOR. Nodes are counted from 0. Such as"
            + " 4:kill:0,9:quota:50."
      })
  private List<String> events = List.of();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description =
          "How many nodes; the demands are repeated for them. By default as many as demands.")
  int nodes;

  @Option(
      names = "--quota",
      paramLabel = "Q",
      defaultValue = "100",
      description = "What all nodes together may use, per second; by default ${DEFAULT-VALUE}.")
  private double quota;

  @Option(
      names = "--intervals",
      paramLabel = "K",
      defaultValue = "20",
      description = "For how many intervals it runs; by default ${DEFAULT-VALUE}.")
  private int intervals;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      defaultValue = "1s",
      converter = Span.class,
      description = "How often nodes report what they use; by default ${DEFAULT-VALUE}.")
  private Duration interval = Duration.ofSeconds(1);

  @Option(
      names = "--loss",
      paramLabel = "PART",
      defaultValue = "0",
      description =
          "Which part of the reports is lost on its way to each node, all the time, such as 0.05.")
  private double loss;

  @Option(
      names = "--delay",
      paramLabel = "TIME",
      defaultValue = "20ms",
      converter = Span.class,
      description = "How long a report takes at most; by default ${DEFAULT-VALUE}.")
  private Duration delay = Duration.ofMillis(20);

  @Option(
      names = "--jitter",
      paramLabel = "PART",
      defaultValue = "0",
      description = "By which part demands go up and down all the time, such as 0.1.")
  private double jitter;

  @Option(
      names = "--drift",
      paramLabel = "PART",
      defaultValue = "0.0001",
      description = "By which part clocks are wrong at most; by default ${DEFAULT-VALUE}.")
  private double drift;

  /** Whether the demands are given; otherwise the seed chooses all that happens. */
  boolean isGiven() {
    return !demands.isEmpty();
  }

  Scenario scenario(long seed) {
    try {
      return isGiven() ? given(seed) : RandomScenarios.of(seed);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(String.valueOf(e.getMessage()));
    }
  }

  /** The options that repeat the run of a seed. */
  String text(long seed) {
    String text = " --seed " + seed;
    if (!isGiven()) {
      return text;
    }
    return text
        + " --demands " + String.join(",", demands)
        + (events.isEmpty() ? "" : " --events " + String.join(",", events))
        + (nodes > 0 ? " --nodes " + nodes : "")
        + " --quota " + quota + " --intervals " + intervals
        + " --interval " + Span.text(interval) + " --delay " + Span.text(delay)
        + " --loss " + loss + " --jitter " + jitter + " --drift " + drift;
  }

  private Scenario given(long seed) {
    List<Demand> each = new ArrayList<>();
    for (int i = 0; i < Math.max(nodes, demands.size()); i++) {
      each.add(Demand.parse(demands.get(i % demands.size())));
    }
    return new Scenario(
        seed,
        QuotaDimension.PUBLISH_MESSAGES,
        quota,
        nodes > 0 ? each.subList(0, Math.min(nodes, each.size())) : each,
        events.stream().map(Change::parse).toList(),
        intervals,
        new QuotaSettings(interval, 10, 10, 1),
        new Scenario.World(loss, (double) delay.toNanos() / interval.toNanos(), jitter, drift));
  }
}
