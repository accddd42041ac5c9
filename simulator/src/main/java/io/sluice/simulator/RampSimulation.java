package io.sluice.simulator;

import io.sluice.ramp.Fallback;
import io.sluice.ramp.InMemoryPoolStore;
import io.sluice.ramp.RampStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Runs replicas of the ramp throttle, with a store in memory behind a network. For one thread. */
public final class RampSimulation {

  private static final int STEPS_PER_SECOND = 20;
  private static final long STEP_NANOS = 1_000_000_000 / STEPS_PER_SECOND;
  private static final long USUAL_DELAY_NANOS = 5_000_000;

  /** Agreement takes so many sync intervals, and counts from the next second. */
  private static final int SYNCS_TO_AGREE = 4;

  /** What all replicas share. */
  static final class World {
    final VirtualTime time = new VirtualTime();
    final InMemoryPoolStore store = new InMemoryPoolStore(time);
    final SplittableRandom random;
    double loss;
    long delayNanos = USUAL_DELAY_NANOS;

    World(long seed) {
      random = new SplittableRandom(seed);
    }
  }

  private final RampScenario scenario;
  private final World world;
  private final @Nullable SimulatedReplica[] replicas;
  private final Demand[] demands;
  private final List<RampTrace.Second> seconds = new ArrayList<>();
  private final List<String> findings = new ArrayList<>();
  private int starts;
  private int settledStep;
  private long mostShares;
  private long granted;

  private RampSimulation(RampScenario scenario) {
    this.scenario = scenario;
    world = new World(scenario.seed());
    replicas = new SimulatedReplica[scenario.demands().size()];
    demands = scenario.demands().toArray(Demand[]::new);
  }

  public static RampTrace run(RampScenario scenario) {
    return new RampSimulation(scenario).run();
  }

  private RampTrace run() {
    for (int i = 0; i < replicas.length; i++) {
      if (!joinsLater(i)) {
        start(i);
      }
    }
    changed(0);
    for (int step = 0; step < scenario.seconds() * STEPS_PER_SECOND; step++) {
      for (Change change : scenario.changes()) {
        if (step == stepOf(change.at())) {
          begin(change);
        }
        if (change.kind().lasts() && step == stepOf(change.until())) {
          end(change);
        }
      }
      pass(step);
      if ((step + 1) % STEPS_PER_SECOND == 0) {
        look(step);
      }
    }
    return new RampTrace(scenario, List.copyOf(seconds), mostShares, List.copyOf(findings));
  }

  private boolean joinsLater(int replica) {
    return scenario.changes().stream()
        .filter(change -> change.kind().isOfANode() && change.node() == replica)
        .findFirst()
        .filter(change -> change.kind() == Change.Kind.JOIN)
        .isPresent();
  }

  private static int stepOf(double seconds) {
    return (int) Math.round(seconds * STEPS_PER_SECOND);
  }

  private void changed(double at) {
    Duration needed = scenario
        .config()
        .ttl()
        .plus(scenario.config().storeTimeout())
        .plus(scenario.config().syncInterval().multipliedBy(SYNCS_TO_AGREE))
        .plusSeconds(2);
    settledStep = Math.max(settledStep, stepOf(at + needed.toMillis() / 1000.0));
  }

  private void begin(Change change) {
    changed(change.until());
    switch (change.kind()) {
      case JOIN -> start(change.node());
      case LEAVE, KILL -> stop(change.node(), change.kind() == Change.Kind.LEAVE);
      case RESTART -> {
        stop(change.node(), false);
        start(change.node());
      }
      case DEMAND -> demands[change.node()] = new Demand.Constant(change.second());
      case LOSS -> world.loss = change.first();
      case DELAY -> world.delayNanos = Math.max(1, (long) (change.first() * 1e9));
      case CUT -> cut(change.node(), true);
      case QUOTA, SPLIT -> throw new IllegalArgumentException("replicas know no " + change.kind());
    }
  }

  private void end(Change change) {
    if (change.kind() == Change.Kind.LOSS) {
      world.loss = 0;
    } else if (change.kind() == Change.Kind.DELAY) {
      world.delayNanos = USUAL_DELAY_NANOS;
    } else {
      cut(change.node(), false);
    }
  }

  private void start(int index) {
    if (replicas[index] == null) {
      long skew = scenario.skew().toMillis();
      replicas[index] = new SimulatedReplica(
          world,
          scenario.config(),
          "replica-" + starts++,
          skew == 0 ? 0 : world.random.nextLong(skew));
    }
  }

  private void stop(int index, boolean cleanly) {
    SimulatedReplica replica = replicas[index];
    if (replica != null && cleanly) {
      replica.leave();
    } else if (replica != null) {
      replica.kill();
    }
    replicas[index] = null;
  }

  private void cut(int index, boolean isCut) {
    SimulatedReplica replica = replicas[index];
    if (replica != null) {
      replica.cut(isCut);
    }
  }

  private void pass(int step) {
    world.time.advance(STEP_NANOS);
    long shares = 0;
    boolean beyondPromise = false;
    for (int i = 0; i < replicas.length; i++) {
      SimulatedReplica replica = replicas[i];
      if (replica != null && replica.isUp()) {
        double wanted = demands[i].at((double) step / STEPS_PER_SECOND) / STEPS_PER_SECOND;
        if (wanted > 0) {
          granted += replica.throttle().tryTake((int) Math.ceil(wanted));
        }
        RampStatus status = replica.throttle().status();
        shares += status.share();
        beyondPromise |=
            status.fallbackInForce() && scenario.config().fallback() != Fallback.CLOSED;
      }
    }
    mostShares = Math.max(mostShares, shares);
    if (shares > scenario.config().max() && !beyondPromise) {
      find(step, "%d shared out, more than max, %d", shares, scenario.config().max());
    }
  }

  private void look(int step) {
    int live = 0;
    int agreed = 0;
    double level = 0;
    long shares = 0;
    for (SimulatedReplica replica : replicas) {
      live += replica == null ? 0 : 1;
    }
    for (SimulatedReplica replica : replicas) {
      if (replica != null && replica.isUp()) {
        RampStatus status = replica.throttle().status();
        level = Math.max(level, status.level());
        shares += status.share();
        agreed += status.agreed() && status.poolSize() == live ? 1 : 0;
      }
    }
    seconds.add(new RampTrace.Second(seconds.size() + 1, live, agreed, level, shares, granted));
    granted = 0;
    if (step >= settledStep && agreed < live) {
      find(step, "%d of %d replicas know that they are so many", agreed, live);
    }
  }

  private void find(int step, String what, Object... numbers) {
    findings.add(String.format(Locale.ROOT, "at second %.2f ", (double) step / STEPS_PER_SECOND)
        + String.format(Locale.ROOT, what, numbers));
  }
}
