package io.sluice.quota;

import io.sluice.core.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Nodes that share one limit of 1000 per second, on virtual time. */
final class LimitNodesUnderTest {

  static final String LIMIT = "publish persistent://public/default/topic";
  static final double PER_SECOND = 1000;

  /** Claims are looked at so often. */
  private static final long STEP_NANOS = 25_000_000;

  private static final int STEPS_PER_TICK = 10;

  private final ManualClock clock = new ManualClock();
  private final InMemoryExchange exchange = new InMemoryExchange();
  private final List<Node> nodes = new ArrayList<>();
  private int steps;

  /** How many reports that say something of limits were sent. */
  int said;

  /** The most that all nodes together were allowed at any time, as a part of the limit. */
  double most;

  /** A node with clients that push as much as they are told to. */
  final class Node implements LimitTraffic, UsageExchange {
    private final String name;
    final GroupShares shares;
    private final UsageExchange way = exchange.join();
    boolean cutOff;

    /** Whether it receives nothing, for too short a time to notice. */
    boolean isDeaf;

    /** How often it has asked who leads. */
    int claims;

    /** The most uses of limits that one of its reports had. */
    int mostLimitsInAReport;

    private long sequence;

    boolean isOpen;
    double wanted;
    int users = 1;
    double share;
    boolean isEmpty;
    double used;
    private long throttledNanos;

    Node(String name) {
      this.name = name;
      shares = GroupShares.start(name, QuotaSettings.DEFAULT, this, clock);
      nodes.add(this);
    }

    /** Its first producer comes, and wants so much per second. */
    Node open(double perSecond) {
      wanted = perSecond;
      isOpen = true;
      shares.follow(LIMIT, this);
      return this;
    }

    /** Its last producer is gone. */
    void closeLimit() {
      isOpen = false;
      shares.follow(LIMIT, this);
    }

    /** As {@code kill -9} does. */
    void die() {
      cutOff = true;
      nodes.remove(this);
    }

    /** As a report of its own, which it does not know of. */
    void say(LimitUse use) {
      UsageReport said = new UsageReport(
          name,
          sequence,
          clock.nanos() / 1_000_000,
          false,
          false,
          List.of(),
          List.of(),
          List.of(use),
          List.of());
      way.publish(said);
    }

    private void step(double seconds) {
      double allowed = share * PER_SECOND;
      used += Math.min(allowed, wanted) * seconds;
      throttledNanos += wanted > allowed ? STEP_NANOS : 0;
      shares.settleClaims();
    }

    @Override
    public boolean isOpen() {
      return isOpen;
    }

    @Override
    public double limit(QuotaUnit unit) {
      return unit == QuotaUnit.MESSAGES ? PER_SECOND : Double.POSITIVE_INFINITY;
    }

    @Override
    public long count(QuotaUnit unit) {
      return unit == QuotaUnit.MESSAGES ? (long) used : 0;
    }

    @Override
    public long anyThrottledNanos() {
      return throttledNanos;
    }

    @Override
    public long allThrottledNanos() {
      return throttledNanos * users;
    }

    @Override
    public int users() {
      return users;
    }

    @Override
    public void setShare(double messages, double bytes) {
      share = messages;
    }

    @Override
    public void empty() {
      isEmpty = true;
    }

    @Override
    public void fill() {
      isEmpty = false;
    }

    @Override
    public void publish(UsageReport report) {
      said += report.limits().isEmpty() && report.grants().isEmpty() ? 0 : 1;
      mostLimitsInAReport = Math.max(mostLimitsInAReport, report.limits().size());
      sequence = report.sequence();
      claims += report.limits().stream().anyMatch(use -> use.kind() == LimitUse.Kind.CLAIM) ? 1 : 0;
      if (!cutOff) {
        way.publish(report);
      }
    }

    @Override
    public void listen(Consumer<UsageReport> listener) {
      way.listen(report -> {
        if (!cutOff && !isDeaf) {
          listener.accept(report);
        }
      });
    }

    @Override
    public void close() {
      way.close();
    }
  }

  /** A node that the others know, and that knows them, but does not use the limit. */
  Node start(String name) {
    Node node = new Node(name);
    pass(2);
    return node;
  }

  void pass(double seconds) {
    for (int i = 0; i < seconds * 1e9 / STEP_NANOS; i++) {
      clock.advance(Duration.ofNanos(STEP_NANOS));
      steps++;
      for (Node node : List.copyOf(nodes)) {
        node.step(STEP_NANOS / 1e9);
      }
      if (steps % STEPS_PER_TICK == 0) {
        List.copyOf(nodes).forEach(node -> node.shares.tick());
      }
      most = Math.max(
          most,
          nodes.stream()
              .filter(node -> node.isOpen)
              .mapToDouble(node -> node.share)
              .sum());
    }
  }
}
