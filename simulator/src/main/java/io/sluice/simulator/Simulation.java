package io.sluice.simulator;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Runs a scenario, step by step. For one thread. */
public final class Simulation {

  /** A demand that has moved by more than this part has changed. */
  private static final double IS_A_CHANGE = 0.02;

  /** A node that is silent for so many intervals is taken for gone; a little less, as clocks are not exact. */
  private static final double SILENT_INTERVALS = 1.49;

  private static final long MOST_OFFSET_NANOS = 1_000_000_000_000L;

  private final Scenario scenario;
  private final QuotaSharing.Kind kind;
  private final SplittableRandom random;
  private final Network network;
  private final long stepNanos;
  private final int steps;
  private final Slot[] slots;
  private final List<NodeTrace> traces = new ArrayList<>();
  private final double[] quotas;
  private final int[] groups;
  private final BitSet unsettled = new BitSet();
  private double quota;

  /** One of the scenario's nodes, whether or not it is there. */
  private static final class Slot {
    Demand demand;
    double settledDemand = -1;
    int starts;

    @Nullable
    SimulatedNode node;

    @Nullable
    NodeTrace trace;

    Slot(Demand demand) {
      this.demand = demand;
    }
  }

  private Simulation(Scenario scenario, QuotaSharing.Kind kind) {
    this.scenario = scenario;
    this.kind = kind;
    random = new SplittableRandom(scenario.seed());
    network = new Network(random.split());
    stepNanos = scenario.settings().interval().toNanos() / Trace.STEPS;
    steps = scenario.intervals() * Trace.STEPS;
    slots = scenario.demands().stream().map(Slot::new).toArray(Slot[]::new);
    quotas = new double[steps];
    groups = new int[steps];
    quota = scenario.quota();
  }

  /** Runs it with the classes that nodes run. */
  public static Trace run(Scenario scenario) {
    return run(scenario, QuotaSharing.SLUICE);
  }

  public static Trace run(Scenario scenario, QuotaSharing.Kind kind) {
    return new Simulation(scenario, kind).run();
  }

  private Trace run() {
    network.loss(scenario.world().loss());
    network.delay(intervalsNanos(scenario.world().delay()));
    startThoseWhoAreThereAtFirst();
    unsettled.set(0);
    for (int step = 0; step < steps; step++) {
      for (Change change : scenario.changes()) {
        if (step == stepOf(change.at())) {
          begin(change, step);
        }
        if (change.kind().lasts() && step == stepOf(change.until())) {
          end(change);
        }
      }
      if (scenario.world().loss() > 0) {
        unsettled.set(step);
      }
      network.advance(step * stepNanos);
      quotas[step] = quota;
      groups[step] = network.groups(intervalsNanos(SILENT_INTERVALS));
      for (Slot slot : slots) {
        pass(slot, step);
      }
    }
    return new Trace(scenario, List.copyOf(traces), quotas, groups, unsettled);
  }

  private void startThoseWhoAreThereAtFirst() {
    boolean[] later = new boolean[slots.length];
    boolean[] known = new boolean[slots.length];
    for (Change change : scenario.changes()) {
      if (change.kind().isOfANode() && !known[change.node()]) {
        known[change.node()] = change.kind() != Change.Kind.DEMAND;
        later[change.node()] = change.kind() == Change.Kind.JOIN;
      }
    }
    for (int i = 0; i < slots.length; i++) {
      if (!later[i]) {
        start(i, 0);
      }
    }
  }

  private static int stepOf(double intervals) {
    return (int) Math.round(intervals * Trace.STEPS);
  }

  private long intervalsNanos(double intervals) {
    return (long) (intervals * scenario.settings().interval().toNanos());
  }

  private void pass(Slot slot, int step) {
    SimulatedNode node = slot.node;
    NodeTrace trace = slot.trace;
    if (node == null || trace == null) {
      return;
    }
    double demand = node.isReady() ? slot.demand.at((double) step / Trace.STEPS) : 0;
    if (Math.abs(demand - slot.settledDemand)
        > IS_A_CHANGE * Math.max(demand, slot.settledDemand)) {
      slot.settledDemand = demand;
      unsettled.set(step);
    }
    double jitter = scenario.world().jitter();
    double wanted = jitter == 0 ? demand : demand * (1 + jitter * (2 * random.nextDouble() - 1));
    node.tick();
    node.pass(stepNanos, wanted, trace, step);
  }

  private void begin(Change change, int step) {
    unsettled.set(step, Math.max(step, Math.min(steps, stepOf(change.over()))) + 1);
    switch (change.kind()) {
      case JOIN -> start(change.node(), step);
      case LEAVE -> stop(change.node(), true);
      case KILL -> stop(change.node(), false);
      case RESTART -> {
        stop(change.node(), false);
        start(change.node(), step);
      }
      case DEMAND -> slots[change.node()].demand = new Demand.Constant(change.second());
      case QUOTA -> {
        quota = change.first();
        for (Slot slot : slots) {
          if (slot.node != null) {
            slot.node.quota(quota);
          }
        }
      }
      case LOSS -> network.loss(change.first());
      case DELAY -> network.delay(intervalsNanos(change.first()));
      case CUT -> cut(change.node(), true);
      case SPLIT -> network.split((int) change.first());
    }
  }

  private void end(Change change) {
    switch (change.kind()) {
      case LOSS -> network.loss(scenario.world().loss());
      case DELAY -> network.delay(intervalsNanos(scenario.world().delay()));
      case CUT -> cut(change.node(), false);
      case SPLIT -> network.split(0);
      default -> throw new IllegalArgumentException(change.kind() + " does not last");
    }
  }

  private void start(int node, int step) {
    Slot slot = slots[node];
    if (slot.node != null) {
      return;
    }
    String name = "node-" + node + (slot.starts == 0 ? "" : "." + slot.starts);
    slot.starts++;
    slot.settledDemand = -1;
    slot.trace = new NodeTrace(node, name, step, steps);
    traces.add(slot.trace);
    SimulatedNode.Clock clock = new SimulatedNode.Clock(
        random.nextLong(MOST_OFFSET_NANOS),
        scenario.world().drift() * (2 * random.nextDouble() - 1),
        random.nextDouble());
    slot.node =
        new SimulatedNode(name, scenario, quota, clock, step * stepNanos, network.join(node), kind);
  }

  private void stop(int node, boolean cleanly) {
    SimulatedNode running = slots[node].node;
    if (running != null && cleanly) {
      running.leave();
    } else if (running != null) {
      running.die();
    }
    slots[node].node = null;
  }

  private void cut(int node, boolean isCut) {
    SimulatedNode running = slots[node].node;
    if (running != null) {
      running.cut(isCut);
    }
  }
}
