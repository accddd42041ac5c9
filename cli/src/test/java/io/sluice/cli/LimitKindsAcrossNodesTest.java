package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes as processes, a Pulsar, and clients of each node that use limits of every kind at the same time: all of
 * these limits hold over all nodes, whatever happens to one of them. Each rate is looked at for {@code
 * -Dsluice.limits.window} seconds after each change.
 */
@Tag("alone")
class LimitKindsAcrossNodesTest {

  private static final double TOLERANCE = 0.02;
  private static final double WINDOW_SECONDS =
      Double.parseDouble(System.getProperty("sluice.limits.window", "3"));
  private static final int RAISED = 600;
  private static final long FAIRNESS_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long STILL_NANOS = TimeUnit.SECONDS.toNanos(10);

  @TempDir
  Path folder;

  @Test
  void shouldHoldLimitsOfEveryKindWhateverHappens() throws Exception {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    try (LimitedCluster cluster = LimitedCluster.start(folder);
        LimitedTopics topics = new LimitedTopics(cluster, timer)) {
      LimitedRates rates = new LimitedRates(topics, "two", TOLERANCE, WINDOW_SECONDS, timer);
      topics.feed();
      long start = topics.comeTo("one", "two", "three");
      rates.settle("three nodes", start);

      long fairness = System.nanoTime();
      long[] before = rates.ofEachProducer();
      long change = System.nanoTime();
      topics.leave("three");
      rates.settle("clients left a node", change);

      change = topics.comeTo("three");
      topics.limitMessages(RAISED);
      rates.settle("they are back, and a limit was raised", change);
      await(fairness + FAIRNESS_NANOS);
      assertFair(before, rates.ofEachProducer());

      change = System.nanoTime();
      topics.limitMessages((int) LimitedTopic.MESSAGES.perSecond);
      rates.settle("a limit was lowered", change);

      change = System.nanoTime();
      cluster.node("one").process().suspend();
      rates.settle("a node stands still", change);
      await(change + STILL_NANOS);
      change = System.nanoTime();
      cluster.node("one").process().resume();
      rates.settle("it goes on", change);

      change = System.nanoTime();
      assertThat(cluster.node("three").process().terminate()).isZero();
      topics.end("three");
      rates.settle("a node was drained", change);

      cluster.startNode("three");
      change = topics.comeTo("three");
      rates.settle("a node was started", change);
      rates.assertOnePerSecond(start);

      change = System.nanoTime();
      cluster.cutOff("two");
      rates.settleBesideOne("a node is cut off", change);
      cluster.letBack("two");
      change = System.nanoTime();
      rates.settle("it is back", change);

      change = System.nanoTime();
      cluster.node("two").close(); // as kill -9 does
      topics.end("two");
      rates.settle("a node was killed", change);

      rates.assertOnePerMinute();
      rates.assertNeverTooMuch(RAISED);
    } finally {
      timer.shutdownNow();
    }
  }

  private static void await(long nanos) throws Exception {
    TestNode.eventually(() -> System.nanoTime() - nanos >= 0);
  }

  /** By Jain's index. */
  private static void assertFair(long[] before, long[] after) {
    double[] counts = new double[before.length];
    Arrays.setAll(counts, i -> after[i] - before[i]);
    double sum = Arrays.stream(counts).sum();
    double squares = Arrays.stream(counts).map(count -> count * count).sum();
    double index = sum * sum / (counts.length * squares);
    System.out.printf("Jain's index of producers: %.4f of %s%n", index, Arrays.toString(counts));
    assertThat(index).as(Arrays.toString(counts)).isGreaterThanOrEqualTo(0.98);
  }
}
