package io.sluice.simulator;

import io.sluice.quota.GroupShares;
import io.sluice.quota.QuotaSettings;
import io.sluice.quota.UsageExchange;
import io.sluice.quota.UsageReport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * What it takes to divide very many quotas or limits among many nodes, each of which uses some of them. Everything
 * is what nodes run; time is moved by hand. For one thread.
 */
public final class Scale {

  private static final int TICKS_PER_INTERVAL = 4;
  private static final int KNOWING_INTERVALS = 1;
  private static final int SETTLING_INTERVALS = 4;
  private static final double CONTENDED = 0.1;
  private static final double FLUCTUATION = 0.03;
  private static final double PER_SECOND = 50;
  private static final int COLLECTIONS = 4;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * What was measured.
   *
   * @param perNode how many groups or limits a node uses, on average
   * @param heapBytes what the heap shrinks by when the state of one node is let go, on average over all: all
   *     that it knows of its own use and of that of the others, but not the names nor the limiters, which nodes
   *     have in any case
   * @param settlingBytes by all nodes, until all has settled
   * @param settlingMillis for how long that is
   * @param publishedBytesPerMinute by all nodes, once settled
   * @param recalculateMillis for all that a node uses, the median
   */
  public record Figures(
      double perNode,
      double heapBytes,
      long settlingBytes,
      long settlingMillis,
      double publishedBytesPerMinute,
      double recalculateMillis) {}

  private final ScaleSubject subject;
  private final QuotaSettings settings;
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

    /** At which look of a tick it ticks: nodes do not agree on that. */
    final int ticksAt;

    Consumer<UsageReport> listener = report -> {};

    Node(int number) {
      ticksAt = 1 + number % subject.looksPerTick();
      String id = new UUID(random.nextLong(), random.nextLong()).toString(); // as nodes have
      shares.add(GroupShares.start(id, settings, this, () -> nowNanos));
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

  private Scale(ScaleSubject subject, ToLongFunction<UsageReport> size, Consumer<String> progress) {
    this.subject = subject;
    this.settings = subject.settings();
    this.size = size;
    this.progress = progress;
  }

  /**
   * Measures it.
   *
   * @param subject what is divided
   * @param count how many there are of it
   * @param nodes how many there are
   * @param spread on how many of them each is that is on several
   * @param size how many bytes a report has where it is published
   * @param progress is told now and then how far it is
   */
  public static Figures measure(
      ScaleSubject subject,
      int count,
      int nodes,
      int spread,
      ToLongFunction<UsageReport> size,
      Consumer<String> progress) {
    if (count < 1 || nodes < 1 || spread < 1 || spread > nodes) {
      throw new IllegalArgumentException("there must be at least 1 " + subject.word()
          + ", 1 node, and a spread of 1 to as many as there are nodes");
    }
    return new Scale(subject, size, progress).measure(count, nodes, spread);
  }

  private Figures measure(int count, int nodeCount, int spread) {
    for (int i = 0; i < nodeCount; i++) {
      nodes.add(new Node(i));
    }
    deliver();
    run(KNOWING_INTERVALS);
    List<String> names = new ArrayList<>(); // so that they are there after the state is gone
    long uses = 0;
    for (int number = 0; number < count; number++) {
      names.add("tenant-" + number % 1000 + "/namespace-" + number);
      int its = subject.spread(number, spread);
      add(names.get(number), its);
      uses += its;
    }
    publishedBytes = 0;
    run(SETTLING_INTERVALS);
    long settlingBytes = publishedBytes;
    publishedBytes = 0;
    double[] millis = run(settings.everyIntervals());
    double perMinute =
        publishedBytes * 60.0 / settings.interval().toSeconds() / settings.everyIntervals();
    progress.accept("measuring the heap");
    long with = usedHeap();
    nodes.forEach(Node::letGo);
    long without = usedHeap();
    // Also asked so that the garbage collector does not find that all the rest is needed no more.
    if (names.size() != count || nodes.size() != nodeCount) {
      throw new IllegalStateException("names or nodes were lost");
    }
    return new Figures(
        (double) uses / nodeCount,
        (double) (with - without) / nodeCount,
        settlingBytes,
        SETTLING_INTERVALS * settings.interval().toMillis(),
        perMinute,
        millis[millis.length / 2]);
  }

  private void add(String name, int spread) {
    boolean contended = random.nextDouble() < CONTENDED;
    double quota = PER_SECOND * spread * (contended ? 0.5 : 2);
    int first = random.nextInt(nodes.size());
    for (int i = 0; i < spread; i++) {
      // Neighbours of a random one: which ones they are makes no difference to the figures.
      Node node = nodes.get((first + i) % nodes.size());
      double wanted = PER_SECOND * random.nextDouble(0.5, 1.5);
      node.traffic.add(subject.add(node.shares.get(0), name, quota, wanted));
    }
  }

  /**
   * How long the recalculations of each node and tick took, in order of that: the tick, and all looks at claims since
   * the tick before.
   */
  private double[] run(int intervals) {
    long tickNanos = settings.interval().toNanos() / TICKS_PER_INTERVAL;
    double[] millis = new double[intervals * TICKS_PER_INTERVAL * nodes.size()];
    for (int tick = 0; tick < intervals * TICKS_PER_INTERVAL; tick++) {
      for (int look = 1; look <= subject.looksPerTick(); look++) {
        nowNanos += tickNanos / subject.looksPerTick();
        for (int number = 0; number < nodes.size(); number++) {
          Node node = nodes.get(number);
          long took = recalculate(node, tickNanos, look == node.ticksAt);
          millis[tick * nodes.size() + number] += took / NANOS_PER_MILLI;
          deliver();
        }
      }
      progress.accept("interval " + nowNanos / settings.interval().toNanos() + " of "
          + (KNOWING_INTERVALS + SETTLING_INTERVALS + settings.everyIntervals()));
    }
    Arrays.sort(millis);
    return millis;
  }

  private long recalculate(Node node, long tickNanos, boolean isTick) {
    GroupShares shares = node.shares.get(0);
    if (isTick) {
      for (ScaleTraffic traffic : node.traffic) {
        traffic.pass(tickNanos / NANOS_PER_SECOND, 1 + FLUCTUATION * (2 * random.nextDouble() - 1));
      }
    }
    long begin = System.nanoTime();
    if (isTick) {
      shares.tick();
    }
    shares.settleClaims();
    return System.nanoTime() - begin;
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
