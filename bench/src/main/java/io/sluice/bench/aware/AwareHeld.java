package io.sluice.bench.aware;

import io.sluice.bench.figures.Figures;
import io.sluice.bench.figures.Shares;
import io.sluice.bench.figures.Spread;
import io.sluice.bench.load.ClientKind;
import io.sluice.bench.load.Clients;
import io.sluice.bench.load.Payload;
import io.sluice.bench.load.Push;
import io.sluice.bench.process.GatewayCounts;
import io.sluice.bench.process.Middle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.function.ToDoubleFunction;
import org.apache.pulsar.client.api.PulsarClientException;

/** What the gateway holds for a noisy producer that has as much under way as its client allows. */
final class AwareHeld {

  /** @param firstMostBytes before the client was notified, and until what it had sent by then was worked off */
  record Sample(
      ClientKind kind,
      int round,
      double firstMostBytes,
      double averageBytes,
      double mostBytes,
      double perSecond,
      double commandsPerSecond) {}

  /** What a client may have in memory by default, in messages. */
  private static final int PENDING = 64 << 10;

  private static final int MESSAGE_BYTES = 1024;

  /** From when the client's memory is full until what it sent before it was notified is worked off. */
  private static final double SETTLING_SECONDS = 4;

  private final Middle gateway;
  private final GatewayCounts counts;
  private final String topic;
  private final List<Sample> samples = new ArrayList<>();

  AwareHeld(Middle gateway, GatewayCounts counts, String topic) {
    this.gateway = gateway;
    this.counts = counts;
    this.topic = topic;
  }

  void run(int rounds, double seconds) throws PulsarClientException {
    for (int round = 1; round <= rounds; round++) {
      System.err.printf("What is held, round %d of %d:%n", round, rounds);
      for (ClientKind kind : ClientKind.values()) {
        samples.add(measure(kind, round, seconds));
      }
    }
  }

  private Sample measure(ClientKind kind, int round, double seconds) throws PulsarClientException {
    counts.awaitNoConnections();
    try (Clients clients = new Clients(kind);
        Push push = new Push(Payload.of(MESSAGE_BYTES))) {
      // No bound on the messages, so that the client's memory is what fills.
      push.add(Push.producer(clients.open(gateway), topic, 1, 0), PENDING);
      push.start();
      LongSummaryStatistics first = HeldBytes.during(SETTLING_SECONDS, counts);
      ThrottleCommandCounts before = ThrottleCommandCounts.of(counts.look());
      List<Long> sent = push.acknowledged();
      long start = System.nanoTime();
      LongSummaryStatistics held = HeldBytes.during(seconds, counts);
      double elapsedSeconds = (System.nanoTime() - start) / 1e9;
      Sample sample = new Sample(
          kind,
          round,
          first.getMax(),
          held.getAverage(),
          held.getMax(),
          Shares.between(sent, push.acknowledged()).total() / elapsedSeconds,
          ThrottleCommandCounts.of(counts.look()).since(before).commands() / elapsedSeconds);
      System.err.printf(
          Locale.ROOT,
          "  %-5s held %,11.0f bytes, at most %,11.0f (%d looks), at first %,11.0f  noise %,.1f/s"
              + "  commands %.1f/s%n",
          kind,
          sample.averageBytes(),
          sample.mostBytes(),
          held.getCount(),
          sample.firstMostBytes(),
          sample.perSecond(),
          sample.commandsPerSecond());
      return sample;
    }
  }

  List<Sample> samples() {
    return samples;
  }

  void addFigures(Figures figures, int quota) {
    addRatio(figures, "aware.held_vs_stock", Sample::averageBytes, "<= 0.01");
    addRatio(figures, "aware.held.most_vs_stock", Sample::mostBytes, "none");
    addRatio(figures, "aware.held.first_most_vs_stock", Sample::firstMostBytes, "none");
    for (ClientKind kind : ClientKind.values()) {
      Spread rate = Spread.of(values(kind, sample -> sample.perSecond() / quota));
      String side = kind == ClientKind.STOCK ? "aware.stock." : "aware.";
      figures.add(side + "full.rate_vs_quota", rate.median(), rate.leastAndMost());
    }
    Spread commands = Spread.of(values(ClientKind.AWARE, Sample::commandsPerSecond));
    figures.add(
        "aware.commands_per_second",
        commands.median(),
        commands.leastAndMost() + ", to one noisy producer");
  }

  private void addRatio(
      Figures figures, String name, ToDoubleFunction<Sample> bytes, String target) {
    Spread aware = Spread.of(values(ClientKind.AWARE, bytes));
    Spread stock = Spread.of(values(ClientKind.STOCK, bytes));
    figures.add(
        name,
        aware.median() / stock.median(),
        String.format(
            Locale.ROOT,
            "%.0f bytes, stock %.0f bytes; target: %s",
            aware.median(),
            stock.median(),
            target));
  }

  private List<Double> values(ClientKind kind, ToDoubleFunction<Sample> something) {
    return samples.stream()
        .filter(sample -> sample.kind() == kind)
        .map(something::applyAsDouble)
        .toList();
  }
}
