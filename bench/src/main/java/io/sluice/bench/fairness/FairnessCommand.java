package io.sluice.bench.fairness;

import io.sluice.bench.figures.Figures;
import io.sluice.bench.figures.Shares;
import io.sluice.bench.figures.Spread;
import io.sluice.bench.load.Clients;
import io.sluice.bench.load.Payload;
import io.sluice.bench.load.Push;
import io.sluice.bench.process.Await;
import io.sluice.bench.process.LimitArgument;
import io.sluice.bench.process.Middle;
import io.sluice.bench.process.PulsarRest;
import io.sluice.bench.relay.Ladder;
import io.sluice.cli.base.Version;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How evenly producers of batches of different sizes share a topic's limit. */
@Command(
    name = "fairness",
    description = {
      "How evenly 20 producers, with batches of 1 to 500 messages, share one topic's limit: through"
          + " the gateway, and on Pulsar with its own limiter."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class FairnessCommand implements Callable<Integer> {

  /** What every producer has under way at most: as many messages as the others, or as many batches. */
  private enum Load {
    SAME_MESSAGES(""),
    SAME_BATCHES("same_batches.");

    private final String figure;

    Load(String figure) {
      this.figure = figure;
    }

    /** Whole batches, so that a producer that is held never sends a part of one. */
    private int maxPending(int batch) {
      return this == SAME_BATCHES ? BATCHES * batch : (MESSAGES + batch - 1) / batch * batch;
    }
  }

  private record Outcome(String figure, double jain, double rateVsQuota, List<Long> messages) {}

  private static final int QUOTA = 10_000;
  private static final int CLIENTS = 5;
  private static final int MESSAGE_BYTES = 100;
  private static final int MESSAGES = 1000;
  private static final int BATCHES = 50;
  private static final double RUN_IN_SECONDS = 3;

  /** From 1 to 500, each about 1.4 times the one before. */
  private static final List<Integer> BATCH_SIZES = IntStream.range(0, 20)
      .mapToObj(i -> (int) Math.round(Math.pow(500, i / 19.0)))
      .toList();

  @Option(names = "--quick", description = "Ends within two minutes; the figures are rougher.")
  private boolean quick;

  @Override
  public Integer call() throws Exception {
    System.err.printf(
        "Benchmark of fairness, about %s. Keep the machine quiet meanwhile.%n",
        quick ? "75 seconds" : "3 minutes");
    String topic = "persistent://public/default/shared";
    String stockTopic = "persistent://public/limited/shared";
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(Ladder.broker("fairness"));
        Middle stock = Middle.direct(pulsar.serviceUrl());
        Middle sluice = Middle.sluice(
            "fairness", pulsar.serviceUrl(), List.of(LimitArgument.topic(topic, QUOTA)))) {
      new PulsarRest(pulsar.webUrl()).createLimitedNamespace("public/limited", QUOTA);
      List<Outcome> outcomes = new ArrayList<>();
      Figures figures = new Figures();
      for (Load load : Load.values()) {
        outcomes.add(measure("fairness." + load.figure, load, sluice, topic));
        outcomes.add(measure("fairness.stock." + load.figure, load, stock, stockTopic));
      }
      outcomes.forEach(outcome -> add(figures, outcome));
      figures.report(
          "fairness", Map.of("quick", quick, "batch_sizes", BATCH_SIZES, "measured", outcomes));
    }
    return 0;
  }

  private Outcome measure(String figure, Load load, Middle middle, String topic)
      throws PulsarClientException {
    try (Clients clients = new Clients();
        Push push = new Push(Payload.of(MESSAGE_BYTES))) {
      List<PulsarClient> open = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        open.add(clients.open(middle));
      }
      for (int i = 0; i < BATCH_SIZES.size(); i++) {
        int batch = BATCH_SIZES.get(i);
        int maxPending = load.maxPending(batch);
        push.add(Push.producer(open.get(i % CLIENTS), topic, batch, maxPending), maxPending);
      }
      push.start();
      Await.seconds(RUN_IN_SECONDS);
      List<Long> before = push.acknowledged();
      long start = System.nanoTime();
      Await.seconds(quick ? 10 : 30);
      Shares shares = Shares.between(before, push.acknowledged());
      double seconds = (System.nanoTime() - start) / 1e9;
      describe(figure, shares);
      return new Outcome(figure, shares.jain(), shares.total() / seconds / QUOTA, shares.amounts());
    }
  }

  private static void describe(String figure, Shares shares) {
    System.err.printf("%sjain: messages of producers with batches of%n", figure);
    for (int i = 0; i < BATCH_SIZES.size(); i++) {
      System.err.printf(
          Locale.ROOT, "  %3d: %,8d%n", BATCH_SIZES.get(i), shares.amounts().get(i));
    }
  }

  private static void add(Figures figures, Outcome outcome) {
    Spread messages =
        Spread.of(outcome.messages().stream().map(Long::doubleValue).toList());
    figures.add(
        outcome.figure() + "jain",
        outcome.jain(),
        String.format(
            Locale.ROOT,
            "%.0f to %.0f messages; target: %s",
            messages.least(),
            messages.most(),
            outcome.figure().contains("stock") ? "none" : ">= 0.98"));
    figures.add(outcome.figure() + "rate_vs_quota", outcome.rateVsQuota());
  }
}
