package io.sluice.quota;

import io.sluice.core.testing.ManualClock;
import io.sluice.ramp.RampMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Nodes that agree on one ramp, on virtual time, each with seconds that begin when it likes. */
final class RampedNodes {

  static final String RAMP = "namespace public/default";
  private static final int STEP_MILLIS = 125;

  private final ManualClock clock = new ManualClock();
  private final InMemoryExchange exchange = new InMemoryExchange();
  private final List<RampedNode> nodes = new ArrayList<>();

  /** Asked for each report and each listener whether it gets lost. */
  BooleanSupplier loses = () -> false;

  /** A node that uses what it is told to use. */
  final class RampedNode {
    final GroupShares shares;
    final AgreedRamp ramp;
    double used;
    boolean cutOff;

    private RampedNode(String name, RampMode mode) {
      UsageExchange way = exchange.join();
      shares = GroupShares.start(name, QuotaSettings.DEFAULT, new Lossy(way, this), clock);
      ramp = shares.ramps().set(RAMP, 10, 110, Duration.ofSeconds(10), mode);
    }

    private void step() {
      ramp.used(used);
      shares.tickRamps();
    }
  }

  /** Reports of the others may get lost on the way to a node; its own may only if it is cut off. */
  private final class Lossy implements UsageExchange {
    private final UsageExchange way;
    private final RampedNode node;

    Lossy(UsageExchange way, RampedNode node) {
      this.way = way;
      this.node = node;
    }

    @Override
    public void publish(UsageReport report) {
      if (!node.cutOff) {
        way.publish(report);
      }
    }

    @Override
    public void listen(Consumer<UsageReport> listener) {
      way.listen(report -> {
        if (!node.cutOff && !loses.getAsBoolean()) {
          listener.accept(report);
        }
      });
    }

    @Override
    public void close() {
      way.close();
    }
  }

  RampedNode start(String name, RampMode mode) {
    RampedNode node = new RampedNode(name, mode);
    nodes.add(node);
    return node;
  }

  /** It says nothing and hears nothing any more. */
  void kill(RampedNode node) {
    nodes.remove(node);
    node.cutOff = true;
  }

  void leave(RampedNode node) {
    nodes.remove(node);
    node.shares.close();
  }

  void pass(double seconds) {
    for (long step = Math.round(seconds * 1000 / STEP_MILLIS); step > 0; step--) {
      clock.advance(Duration.ofMillis(STEP_MILLIS));
      nodes.forEach(RampedNode::step);
    }
  }

  /** By how much the levels of two nodes differ at most. */
  double apart() {
    double[] levels =
        nodes.stream().mapToDouble(node -> node.ramp.level()).sorted().toArray();
    return levels[levels.length - 1] - levels[0];
  }
}
