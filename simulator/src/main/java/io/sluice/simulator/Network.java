package io.sluice.simulator;

import io.sluice.quota.UsageExchange;
import io.sluice.quota.UsageReport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * The network between the nodes: a report arrives at every node, the one that sent it included, a while
 * later, in its order, or is lost on the way to some. For one thread.
 */
final class Network {

  private static final int MOST_UNDER_WAY = 100_000;

  private record UnderWay(Port from, UsageReport report, long arrivalNanos) {}

  private final RandomGenerator random;
  private final List<Port> ports = new ArrayList<>();
  private long nowNanos;
  private double loss;
  private long delayNanos;
  private int splitAt;

  Network(RandomGenerator random) {
    this.random = random;
  }

  void loss(double part) {
    loss = part;
  }

  void delay(long mostNanos) {
    delayNanos = mostNanos;
  }

  /** Nodes below that number and those from it on do not hear each other; 0 for no split. */
  void split(int at) {
    splitAt = at;
  }

  Port join(int node) {
    Port port = new Port(node);
    ports.add(port);
    return port;
  }

  /** Delivers the reports that are due by then. */
  void advance(long toNanos) {
    nowNanos = toNanos;
    for (int i = 0; i < ports.size(); i++) {
      ports.get(i).deliver();
    }
  }

  /**
   * In how many groups the nodes are that all hear each other: two nodes do that have received a report of each other
   * within this time, or are not there for longer.
   */
  int groups(long withinNanos) {
    List<List<Port>> groups = new ArrayList<>();
    for (Port port : ports) {
      groups.stream()
          .filter(group -> group.stream()
              .allMatch(other -> port.hears(other, withinNanos) && other.hears(port, withinNanos)))
          .findFirst()
          .orElseGet(() -> {
            List<Port> alone = new ArrayList<>();
            groups.add(alone);
            return alone;
          })
          .add(port);
    }
    return groups.size();
  }

  private boolean isSplit(int one, int other) {
    return splitAt > 0 && (one < splitAt) != (other < splitAt);
  }

  /** One node's way to the others. */
  final class Port implements UsageExchange {

    private final int node;
    private final Queue<UnderWay> incoming = new ArrayDeque<>();
    private Consumer<UsageReport> listener = report -> {};
    private boolean cut;

    /** When a report of each other node arrived last. */
    private final Map<Port, Long> heardNanos = new HashMap<>();

    private final long joinedNanos = nowNanos;

    private Port(int node) {
      this.node = node;
    }

    private boolean hears(Port other, long withinNanos) {
      long since = Math.max(joinedNanos, other.joinedNanos);
      return nowNanos - Math.max(since, heardNanos.getOrDefault(other, since)) <= withinNanos;
    }

    /** Cuts this node off, or ends that. */
    void cut(boolean isCut) {
      cut = isCut;
    }

    /** It is gone: nothing comes or goes any more. */
    void vanish() {
      ports.remove(this);
      ports.forEach(port -> port.heardNanos.remove(this));
      cut = true;
    }

    @Override
    public boolean isRemote() {
      return true;
    }

    @Override
    public void publish(UsageReport report) {
      if (cut) {
        return;
      }
      for (Port port : ports) {
        if (!port.cut && !isSplit(node, port.node) && random.nextDouble() >= loss) {
          port.send(this, report);
        }
      }
    }

    private void send(Port from, UsageReport report) {
      if (incoming.size() >= MOST_UNDER_WAY) {
        throw new IllegalStateException("more than " + MOST_UNDER_WAY + " reports are under way");
      }
      long delay = delayNanos == 0 ? 0 : random.nextLong(delayNanos);
      incoming.add(new UnderWay(from, report, nowNanos + delay));
    }

    /** What arrives early waits for what was sent before: there is one stream to each node. */
    private void deliver() {
      for (UnderWay next = incoming.peek();
          next != null && next.arrivalNanos() <= nowNanos;
          next = incoming.peek()) {
        incoming.remove();
        if (!cut) {
          heardNanos.put(next.from(), nowNanos);
          listener.accept(next.report());
        }
      }
    }

    @Override
    public void listen(Consumer<UsageReport> only) {
      listener = only;
    }

    @Override
    public void close() {
      vanish();
    }
  }
}
