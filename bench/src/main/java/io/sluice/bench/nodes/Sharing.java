package io.sluice.bench.nodes;

import io.sluice.bench.figures.Shares;
import io.sluice.bench.load.Clients;
import io.sluice.bench.process.Await;
import io.sluice.bench.process.Middle;
import java.util.List;
import java.util.Locale;
import org.apache.pulsar.client.api.PulsarClientException;

/**
 * How a topic's limit is held while nothing changes.
 *
 * @param firstSecondVsQuota the most that came within a second of the first five, of a topic that all
 *     begin to use at once
 * @param rateVsQuota of the same topic, from three seconds after that
 * @param jain of ten producers of another topic, nine of which come from one side
 * @param byHalfSecond how many messages of the first topic were acknowledged, one half second after the
 *     other from its beginning on
 */
record Sharing(
    String way,
    int round,
    double firstSecondVsQuota,
    double rateVsQuota,
    double jain,
    List<Long> byProducer,
    List<Long> byHalfSecond) {

  private static final double FIRST_SECONDS = 5;
  private static final double RUN_IN_SECONDS = 3;

  /** From when the other topic is used until the fresh one is: by then its burst is spent. */
  private static final double BEFORE_FRESH_SECONDS = 1;

  /** The other topic is counted so much longer. */
  private static final double JAIN_SECONDS_MORE = 2;

  private static final List<Integer> NINE_AND_ONE = List.of(9, 1, 0);
  private static final List<Integer> ONE_EACH = List.of(1, 1, 1);

  /** Both topics at the same time, as nodes have more than one. */
  static Sharing measure(Way way, Middle broker, int round, int quota, double seconds)
      throws PulsarClientException, InterruptedException {
    String fresh = way.topic("fresh");
    try (Clients beside = new Clients();
        Arrivals arrivals = new Arrivals(beside.open(broker), fresh);
        TopicLoad uneven = TopicLoad.open(way, way.topic("uneven"), NINE_AND_ONE);
        TopicLoad even = TopicLoad.open(way, fresh, ONE_EACH);
        Samples samples = new Samples(even::bySide)) {
      uneven.begin();
      Await.seconds(BEFORE_FRESH_SECONDS);
      long begin = System.nanoTime();
      even.begin();
      Await.seconds(RUN_IN_SECONDS - JAIN_SECONDS_MORE);
      List<Long> unevenBefore = uneven.byProducer();
      Await.seconds(JAIN_SECONDS_MORE);
      List<Long> before = even.bySide();
      long start = System.nanoTime();
      Await.seconds(seconds);
      double elapsed = (System.nanoTime() - start) / 1e9;
      Shares sides = Shares.between(before, even.bySide());
      Shares producers = Shares.between(unevenBefore, uneven.byProducer());
      Sharing sharing = new Sharing(
          way.name(),
          round,
          (double) arrivals.mostInASecond(FIRST_SECONDS) / quota,
          sides.total() / elapsed / quota,
          producers.jain(),
          producers.amounts(),
          Samples.perStep(0.5, samples.since(begin)));
      sharing.describe(sides);
      return sharing;
    }
  }

  private void describe(Shares sides) {
    System.err.printf(
        Locale.ROOT,
        "  %-5s rate %.3f (by side %s)  most in a first second %.3f  jain %.3f (%s)%n",
        way,
        rateVsQuota,
        sides.amounts(),
        firstSecondVsQuota,
        jain,
        byProducer);
  }
}
