package io.sluice.bench.policies;

import io.sluice.bench.figures.Figures;
import io.sluice.bench.figures.Spread;
import io.sluice.bench.load.Clients;
import io.sluice.bench.load.PacedRun;
import io.sluice.bench.load.Payload;
import io.sluice.bench.load.Receipts;
import io.sluice.bench.process.ChildJvm;
import io.sluice.bench.process.Middle;
import io.sluice.bench.relay.Ladder;
import io.sluice.cli.base.Version;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How much slower publishing is while policies change all the time. */
@Command(
    name = "policies",
    description = {
      "Publish latency while topics' limits change a thousand times per second, beside as many requests"
          + " that change nothing, and none: on a node, and on Pulsar with its own topic policies."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class PoliciesCommand implements Callable<Integer> {

  private static final int REQUESTS_PER_SECOND = 1000;
  private static final int MESSAGES_PER_SECOND = 500;
  private static final int MESSAGE_BYTES = 1024;
  private static final double RUN_IN_SECONDS = 0.5;

  private record Latency(double p50Millis, double p99Millis) {}

  /** @param looking while limits are read as often as they are otherwise changed */
  private record Sample(
      String name,
      int round,
      Latency quiet,
      Latency looking,
      Latency changing,
      PolicyChanges.Result changes) {}

  private interface Requests {
    PolicyChanges.Result send(double perSecond, double seconds)
        throws IOException, InterruptedException;
  }

  /** A way to publish, and where its limits are set. */
  private record Side(String name, Middle middle, String webUrl) {}

  @Option(names = "--quick", description = "Ends within two minutes; the figures are rougher.")
  private boolean quick;

  @Override
  public Integer call() throws Exception {
    System.err.printf(
        "Benchmark of changing policies, about %s. Keep the machine quiet meanwhile.%n",
        quick ? "100 seconds" : "4 minutes");
    int adminPort = ChildJvm.freePort();
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(Ladder.broker("policies"));
        Middle sluice = Middle.node("policies", pulsar.serviceUrl(), adminPort)) {
      List<Side> sides = List.of(
          new Side("", sluice, "http://127.0.0.1:" + adminPort),
          new Side("stock.", Middle.direct(pulsar.serviceUrl()), pulsar.webUrl()));
      List<Sample> samples = measure(sides);
      Figures figures = new Figures();
      sides.forEach(side -> add(figures, side, samples));
      figures.report("policies", Map.of("quick", quick, "measured", samples));
    }
    return 0;
  }

  private List<Sample> measure(List<Side> sides) throws Exception {
    System.err.println("Warming up:");
    for (Side side : sides) {
      describe(measure(side, 0, 3));
    }
    List<Sample> samples = new ArrayList<>();
    int rounds = quick ? 2 : 3;
    for (int round = 1; round <= rounds; round++) {
      System.err.printf("Round %d of %d:%n", round, rounds);
      for (Side side : sides) {
        Sample sample = measure(side, round, quick ? 5 : 10);
        samples.add(sample);
        describe(sample);
      }
    }
    return samples;
  }

  private static Sample measure(Side side, int round, double seconds) throws Exception {
    PolicyChanges changes = new PolicyChanges(side.webUrl);
    try (Clients clients = new Clients()) {
      List<Producer<byte[]>> producers = producers(clients.open(side.middle));
      Latency quiet = latency(producers, seconds);
      CompletableFuture<PolicyChanges.Result> asked = start(changes::look, seconds);
      Latency looking = latency(producers, seconds);
      asked.join();
      CompletableFuture<PolicyChanges.Result> changed = start(changes::run, seconds);
      Latency changing = latency(producers, seconds);
      return new Sample(side.name, round, quiet, looking, changing, changed.join());
    }
  }

  private static CompletableFuture<PolicyChanges.Result> start(Requests requests, double seconds) {
    return CompletableFuture.supplyAsync(() -> {
      try {
        return requests.send(REQUESTS_PER_SECOND, seconds + RUN_IN_SECONDS);
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException("policies could not be asked for or changed", e);
      }
    });
  }

  private static List<Producer<byte[]>> producers(PulsarClient client)
      throws PulsarClientException {
    List<Producer<byte[]>> producers = new ArrayList<>();
    for (int i = 0; i < PolicyChanges.TOPICS; i++) {
      producers.add(client
          .newProducer()
          .topic(PolicyChanges.topic(i))
          .enableBatching(false)
          .create());
    }
    return producers;
  }

  private static Latency latency(List<Producer<byte[]>> producers, double seconds) {
    byte[] payload = Payload.of(MESSAGE_BYTES);
    PacedRun run = new PacedRun(MESSAGES_PER_SECOND, RUN_IN_SECONDS, seconds);
    Receipts receipts = new Receipts();
    int[] next = {0};
    run.send(due -> {
      next[0] = (next[0] + 1) % producers.size();
      receipts.send(producers.get(next[0]), payload, count -> run.published(due));
    });
    receipts.await("messages while policies change", run::isPublished);
    return new Latency(
        PacedRun.millis(run.publishNanos(), 50), PacedRun.millis(run.publishNanos(), 99));
  }

  private static void describe(Sample sample) {
    System.err.printf(
        Locale.ROOT,
        "  %-7s p50 / p99 quiet %6.2f /%7.2f ms  asked %6.2f /%7.2f ms  changing %6.2f /%7.2f ms  %,5.0f changes/s,"
            + " p99 %.1f ms, %d failed, %d of %d applied%n",
        sample.name,
        sample.quiet.p50Millis,
        sample.quiet.p99Millis,
        sample.looking.p50Millis,
        sample.looking.p99Millis,
        sample.changing.p50Millis,
        sample.changing.p99Millis,
        sample.changes.perSecond(),
        sample.changes.p99Millis(),
        sample.changes.failed(),
        sample.changes.applied(),
        PolicyChanges.TOPICS);
  }

  private static void add(Figures figures, Side side, List<Sample> samples) {
    List<Sample> mine =
        samples.stream().filter(sample -> sample.name.equals(side.name)).toList();
    String prefix = "policies." + side.name;
    for (int percentile : new int[] {50, 99}) {
      ToDoubleFunction<Latency> millis = percentile == 50 ? Latency::p50Millis : Latency::p99Millis;
      String name = prefix + "p" + percentile;
      addRatio(figures, name + ".changing_vs_quiet", mine, Sample::changing, Sample::quiet, millis);
      addRatio(figures, name + ".asked_vs_quiet", mine, Sample::looking, Sample::quiet, millis);
      addRatio(
          figures, name + ".changing_vs_asked", mine, Sample::changing, Sample::looking, millis);
    }
    figures.add(
        prefix + "changes_per_second",
        spread(mine, sample -> sample.changes.perSecond()).median());
    figures.add(
        prefix + "change_p99_ms",
        spread(mine, sample -> sample.changes.p99Millis()).median());
    figures.add(
        prefix + "failed", spread(mine, sample -> sample.changes.failed()).most());
    figures.add(
        prefix + "applied",
        spread(mine, sample -> sample.changes.applied() / (double) PolicyChanges.TOPICS)
            .least());
  }

  private static Spread spread(List<Sample> samples, ToDoubleFunction<Sample> value) {
    return Spread.of(samples.stream().map(value::applyAsDouble).toList());
  }

  private static void addRatio(
      Figures figures,
      String name,
      List<Sample> samples,
      Function<Sample, Latency> one,
      Function<Sample, Latency> other,
      ToDoubleFunction<Latency> millis) {
    Spread mine = spread(samples, sample -> millis.applyAsDouble(one.apply(sample)));
    Spread others = spread(samples, sample -> millis.applyAsDouble(other.apply(sample)));
    figures.add(
        name,
        mine.median() / others.median(),
        String.format(
            Locale.ROOT,
            "%.2f ms, in rounds %s; to %.2f ms, %s",
            mine.median(),
            mine.leastAndMost(),
            others.median(),
            others.leastAndMost()));
  }
}
