package io.sluice.bench.aware;

import io.sluice.bench.figures.Figures;
import io.sluice.bench.figures.Shares;
import io.sluice.bench.load.ClientKind;
import io.sluice.bench.load.Clients;
import io.sluice.bench.load.Payload;
import io.sluice.bench.load.Push;
import io.sluice.bench.process.Await;
import io.sluice.bench.process.GatewayCounts;
import io.sluice.bench.process.LimitArgument;
import io.sluice.bench.process.Middle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.pulsar.client.api.PulsarClientException;

/** How evenly aware and stock producers, each of a client of its own, share a topic's limit. */
final class AwareFairness {

  /**
   * A topic and its producers.
   *
   * @param name in front of its figures; empty for the usual one
   * @param quota messages per second
   * @param batches the sizes of batches; of each an aware and a stock producer
   */
  private record Mix(String name, int quota, int messageBytes, List<Integer> batches) {

    private String topic() {
      return "persistent://public/default/shared." + name;
    }
  }

  record Sample(String name, double rateVsQuota, List<Long> stock, List<Long> aware) {}

  private static final List<Mix> MIXES = List.of(
      new Mix("", 1000, 1024, List.of(1, 1)),
      new Mix("mixed_batches.", 10_000, 100, List.of(1, 100)));

  private static final int PENDING = 1000;
  private static final double RUN_IN_SECONDS = 3;

  private final Middle gateway;
  private final GatewayCounts counts;
  private final List<Sample> samples = new ArrayList<>();

  AwareFairness(Middle gateway, GatewayCounts counts) {
    this.gateway = gateway;
    this.counts = counts;
  }

  static List<LimitArgument> limits() {
    return MIXES.stream()
        .map(mix -> LimitArgument.topic(mix.topic(), mix.quota))
        .toList();
  }

  void run(double seconds) throws PulsarClientException {
    for (Mix mix : MIXES) {
      samples.add(measure(mix, seconds));
    }
  }

  private Sample measure(Mix mix, double seconds) throws PulsarClientException {
    counts.awaitNoConnections();
    try (Clients stock = new Clients(ClientKind.STOCK);
        Clients aware = new Clients(ClientKind.AWARE);
        Push push = new Push(Payload.of(mix.messageBytes))) {
      for (Clients clients : List.of(stock, aware)) {
        for (int batch : mix.batches) {
          push.add(Push.producer(clients.open(gateway), mix.topic(), batch, PENDING), PENDING);
        }
      }
      push.start();
      Await.seconds(RUN_IN_SECONDS);
      List<Long> before = push.acknowledged();
      long start = System.nanoTime();
      Await.seconds(seconds);
      Shares shares = Shares.between(before, push.acknowledged());
      double elapsedSeconds = (System.nanoTime() - start) / 1e9;
      int half = mix.batches.size();
      Sample sample = new Sample(
          mix.name,
          shares.total() / elapsedSeconds / mix.quota,
          shares.amounts().subList(0, half),
          shares.amounts().subList(half, 2 * half));
      System.err.printf(
          "Shares with batches of %s: stock %s, aware %s%n",
          mix.batches, sample.stock(), sample.aware());
      return sample;
    }
  }

  List<Sample> samples() {
    return samples;
  }

  void addFigures(Figures figures) {
    for (Sample sample : samples) {
      List<Long> all = new ArrayList<>(sample.stock());
      all.addAll(sample.aware());
      String prefix = "aware." + sample.name();
      Shares shares = new Shares(all);
      figures.add(
          prefix + "jain",
          shares.jain(),
          String.format(
              Locale.ROOT,
              "stock %s, aware %s messages; target: >= 0.95",
              sample.stock(),
              sample.aware()));
      figures.add(
          prefix + "share_of_aware", (double) new Shares(sample.aware()).total() / shares.total());
      figures.add(prefix + "shared.rate_vs_quota", sample.rateVsQuota());
    }
  }
}
