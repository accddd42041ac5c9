package io.sluice.simulator;

import io.sluice.quota.GroupShares;
import io.sluice.quota.QuotaSettings;
import io.sluice.quota.UsageExchange;
import io.sluice.quota.UsageReport;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * What it takes to divide the quotas of very many groups among many nodes, each of which has some of them:
 * the scenario of PIP-82. Everything is what nodes run; time is moved by hand. For one thread.
 */
public final class Scale {

  private static final QuotaSettings SETTINGS =
      new QuotaSettings(Duration.ofSeconds(60), 10, 10, 1);
  private static final int TICKS_PER_INTERVAL = 4;
  private static final int SETTLING_INTERVALS = 4;
  private static final double CONTENDED = 0.1;
  private static final double FLUCTUATION = 0.03;
  private static final double PER_SECOND = 50;
  private static final int COLLECTIONS = 4;
  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * What was measured.
   *
   * @param groupsPerNode on average
   * @param heapBytes what the heap shrinks by when the state of one node is let go, on average over all: all
   *     that it knows of its own groups' use and of that of the others, but not the groups' names nor the
   *     limiters, which nodes have in any case
   * @param publishedBytesPerMinute by all nodes, once settled
   * @param recalculateMillis for all groups of a node, the median
   */
  public record Figures(
      double groupsPerNode,
      double heapBytes,
      double publishedBytesPerMinute,
      double recalculateMillis) {}

  private final ToLongFunction<UsageReport> size;
  private final Consumer<String> progress;
  private final SplittableRandom random = new SplittableRandom(82);
  private final List<Node> nodes = new ArrayList<>();
  private final Queue<UsageReport> published = new ArrayDeque<>();
  private long nowNanos;
  private long publishedBytes;

  /** One of them; its state can be let go. */
  private final class Node implements UsageExchange {
    final List<ScaleTraffic> traffic = new ArrayList<>();
    final List<GroupShares> shares = new ArrayList<>();
    Consumer<UsageReport> listener = report -> {};

    Node(int number) {
      shares.add(GroupShares.start("node-" + number, SETTINGS, this, () -> nowNanos));
    }

    @Override
    public void publish(UsageReport report) {
      published.add(report);
    }

    @Override
    public void listen(Consumer<UsageReport> only) {
      listener = only;
    }

    @Override
    public void close() {}

    void letGo() {
      shares.clear();
      listener = report -> {};
    }
  }

  private Scale(ToLongFunction<UsageReport> size, Consumer<String> progress) {
    this.size = size;
    this.progress = progress;
  }

  /**
   * Measures it.
   *
   * @param groups how many there are
   * @param nodes how many there are
   * @param spread on how many of them each group is
   * @param size how many bytes a report has where it is published
   * @param progress is told now and then how far it is
   */
  public static Figures measure(
      int groups,
      int nodes,
      int spread,
      ToLongFunction<UsageReport> size,
      Consumer<String> progress) {
    if (groups < 1 || nodes < 1 || spread < 1 || spread > nodes) {
      throw new IllegalArgumentException(
          "there must be at least 1 group, 1 node, and a spread of 1 to as many as there are nodes");
    }
    return new Scale(size, progress).measure(groups, nodes, spread);
  }

  private Figures measure(int groups, int count, int spread) {
    for (int i = 0; i < count; i++) {
      nodes.add(new Node(i));
    }
    deliver();
    List<String> names = new ArrayList<>(); // so that they are there after the state is gone
    for (int group = 0; group < groups; group++) {
      names.add("tenant-" + group % 1000 + "/namespace-" + group);
      addGroup(names.get(group), spread);
    }
    run(SETTLING_INTERVALS);
    publishedBytes = 0;
    double[] millis = run(SETTINGS.everyIntervals());
    double perMinute =
        publishedBytes * 60.0 / SETTINGS.interval().toSeconds() / SETTINGS.everyIntervals();
    progress.accept("measuring the heap");
    long with = usedHeap();
    nodes.forEach(Node::letGo);
    long without = usedHeap();
    // Also asked so that the garbage collector does not find that all the rest is needed no more.
    if (names.size() != groups || nodes.size() != count) {
      throw new IllegalStateException("names or nodes were lost");
    }
    return new Figures(
        (double) groups * spread / count,
        (double) (with - without) / count,
        perMinute,
        millis[millis.length / 2]);
  }

  private void addGroup(String name, int spread) {
    boolean contended = random.nextDouble() < CONTENDED;
    double quota = PER_SECOND * spread * (contended ? 0.5 : 2);
    int first = random.nextInt(nodes.size());
    for (int i = 0; i < spread; i++) {
      // Neighbours of a random one: which ones they are makes no difference to the figures.
      Node node = nodes.get((first + i) % nodes.size());
      ScaleTraffic traffic = new ScaleTraffic(quota, PER_SECOND * random.nextDouble(0.5, 1.5));
      node.traffic.add(traffic);
      node.shares.get(0).add(name, traffic);
    }
  }

  /** How long each recalculation took, in order of that. */
  private double[] run(int intervals) {
    double tickSeconds = (double) SETTINGS.interval().toSeconds() / TICKS_PER_INTERVAL;
    double[] millis = new double[intervals * TICKS_PER_INTERVAL * nodes.size()];
    int measured = 0;
    for (int tick = 0; tick < intervals * TICKS_PER_INTERVAL; tick++) {
      nowNanos += (long) (tickSeconds * 1e9);
      for (Node node : nodes) {
        for (ScaleTraffic traffic : node.traffic) {
          traffic.pass(tickSeconds, 1 + FLUCTUATION * (2 * random.nextDouble() - 1));
        }
        long begin = System.nanoTime();
        node.shares.get(0).tick();
        millis[measured++] = (System.nanoTime() - begin) / NANOS_PER_MILLI;
        deliver();
      }
      progress.accept("minute " + nowNanos / SETTINGS.interval().toNanos() + " of "
          + (SETTLING_INTERVALS + SETTINGS.everyIntervals()));
    }
    Arrays.sort(millis);
    return millis;
  }

  private void deliver() {
    for (UsageReport report = published.poll(); report != null; report = published.poll()) {
      publishedBytes += size.applyAsLong(report);
      for (Node node : nodes) {
        node.listener.accept(report);
      }
    }
  }

  private static long usedHeap() {
    long used = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
    }
    return used;
  }
}
