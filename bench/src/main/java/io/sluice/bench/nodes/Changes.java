package io.sluice.bench.nodes;

import io.sluice.bench.nodes.Samples.Sample;
import io.sluice.bench.process.Await;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.pulsar.client.api.PulsarClientException;

/** What happens to a topic that is pushed to from all sides, and how long it takes until all is right again. */
final class Changes implements AutoCloseable {

  /**
   * One change.
   *
   * @param seconds until all was right, or for as long as it was watched if it was not
   * @param lastOff rates of the sides in the last window that was not right
   * @param byHalfSecond how many messages all sides together got, one half second after the other
   */
  record Change(
      String way,
      int round,
      String what,
      boolean settled,
      double seconds,
      List<Double> lastOff,
      List<Long> byHalfSecond) {}

  private interface Act {
    void run() throws IOException, InterruptedException;
  }

  /** Until the first two have spent the burst, and have their parts. */
  private static final double BEFORE_SECONDS = 2;

  private final Way way;
  private final int round;
  private final int quota;
  private final double seconds;
  private final String topic;
  private final TopicLoad load;
  private final Samples samples;
  private final List<Change> changes = new ArrayList<>();

  /** @param seconds for which each change is watched */
  Changes(Way way, int round, int quota, double seconds) throws PulsarClientException {
    this.way = way;
    this.round = round;
    this.quota = quota;
    this.seconds = seconds;
    this.topic = way.topic("changing");
    this.load = TopicLoad.open(way, topic, List.of(1, 1, 1));
    this.samples = new Samples(load::bySide);
  }

  /** Those after which all nodes are still there, one after the other. */
  void measure() throws IOException, InterruptedException {
    List<Integer> all = List.of(0, 1, 2);
    load.begin(0);
    load.begin(1);
    Await.seconds(BEFORE_SECONDS);
    if (way.divides()) {
      watch("a third begins", quota, all, () -> load.begin(2));
    } else {
      load.begin(2); // one that counts alone has nothing to divide anew
    }
    watch("limit raised", 2 * quota, all, () -> way.limit(2 * quota));
    watch("limit lowered", quota, all, () -> way.limit(quota));
  }

  private void watch(String what, int total, List<Integer> left, Act act)
      throws IOException, InterruptedException {
    long change = System.nanoTime();
    act.run();
    settle(what, change, seconds, total, left);
  }

  /** The topic's home, or the first node. Its clients know no other. */
  void kill() throws IOException, InterruptedException {
    long change = System.nanoTime();
    int killed = way.kill(topic);
    List<Integer> left =
        IntStream.range(0, Way.SIDES).filter(i -> i != killed).boxed().toList();
    settle("node " + killed + " killed", change, seconds + way.silenceSeconds(), quota, left);
  }

  List<Change> changes() {
    return List.copyOf(changes);
  }

  private void settle(String what, long change, double watched, int total, List<Integer> left)
      throws InterruptedException {
    Await.seconds(watched - (System.nanoTime() - change) / 1e9);
    List<Double> parts = IntStream.range(0, Way.SIDES)
        .mapToObj(side -> left.contains(side) ? (double) total / left.size() : 0)
        .toList();
    List<Sample> since = samples.since(change);
    Settling.Outcome outcome =
        new Settling(total, way.divides() ? parts : List.of()).outcome(change, since);
    Change result = new Change(
        way.name(),
        round,
        what,
        outcome.seconds().isPresent(),
        outcome.seconds().orElse(watched),
        outcome.lastOff(),
        Samples.perStep(0.5, since));
    describe(result);
    changes.add(result);
  }

  private static void describe(Change change) {
    System.err.printf(
        Locale.ROOT,
        "  %-5s %-15s %s %.2f s%s%n",
        change.way,
        change.what,
        change.settled ? "settled after" : "NOT settled within",
        change.seconds,
        change.lastOff.isEmpty()
            ? ""
            : ", before that "
                + change.lastOff.stream()
                    .map(rate -> String.format(Locale.ROOT, "%.0f", rate))
                    .toList()
                + " per second");
  }

  @Override
  public void close() {
    samples.close();
    load.close();
  }
}
