package io.sluice.bench.relay;

import io.sluice.bench.figures.Figures;
import io.sluice.bench.figures.Spread;
import io.sluice.bench.load.Scenario;
import io.sluice.bench.process.Middle;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;

/**
 * The same load through one middle after another, in rounds. Their order changes from round to
 * round, and figures are made of what was measured within one round, so that a machine that
 * becomes slower or faster does not decide.
 */
public final class Ladder implements AutoCloseable {

  record Sample(
      int round, Scenario scenario, String middle, Flood.Result saturated, Lane.Paced paced) {

    double throughput() {
      return saturated.messagesPerSecond();
    }

    double saturatedCpu() {
      return saturated.cpuSecondsPerMillion();
    }

    double pacedCpu() {
      return paced.cpuSecondsPerMillion();
    }
  }

  /**
   * A ratio that a ladder comes to.
   *
   * @param figure its name, with %s for that of the scenario
   * @param target what it should be
   */
  record Measure(
      String figure,
      String middle,
      String peer,
      ToDoubleFunction<Sample> something,
      String target) {}

  private static final List<Scenario> SCENARIOS = List.of(
      new Scenario("1k", 1024, false, 1, 2000),
      new Scenario("1k_batched", 1024, true, 1, 10_000),
      new Scenario("100b_16topics", 100, false, 16, 2000));

  private static final double SECONDS = 0.8;

  private record Race(Scenario scenario, List<Lane> lanes) {}

  private final List<PulsarClient> clients = new ArrayList<>();
  private final List<Race> races = new ArrayList<>();
  private final List<Sample> samples = new ArrayList<>();

  /** A broker for it, without the 10 ms before consumers are served, in which all else would disappear. */
  public static EmbeddedPulsarOptions broker(String benchmark) {
    return EmbeddedPulsarOptions.defaults()
        .withJvmOptions("-Xmx512m", "-XX:MaxDirectMemorySize=512m")
        .withBrokerSettings(Map.of("managedLedgerNewEntriesCheckDelayInMillis", "0"))
        .withLogFile(Path.of("target", "bench", benchmark + "-broker.log"));
  }

  Ladder(List<Middle> middles) throws PulsarClientException {
    SCENARIOS.forEach(scenario -> races.add(new Race(scenario, new ArrayList<>())));
    for (Middle middle : middles) {
      PulsarClient sending = client(middle);
      PulsarClient receiving = client(middle);
      for (Race race : races) {
        race.lanes().add(new Lane(race.scenario(), middle, sending, receiving));
      }
    }
  }

  private PulsarClient client(Middle middle) throws PulsarClientException {
    PulsarClient client = middle.client().build();
    clients.add(client);
    return client;
  }

  /** Measures every scenario through every middle, and says what each came to. */
  void run(double warmUpSeconds, int rounds) {
    warmUp(warmUpSeconds);
    for (int round = 1; round <= rounds; round++) {
      System.err.printf("Round %d of %d:%n", round, rounds);
      round(round);
    }
    summarise();
  }

  /** The first time as the others, but for nothing: everything has to be compiled first. */
  private void warmUp(double warmUpSeconds) {
    for (Race race : races) {
      for (Lane lane : race.lanes()) {
        lane.saturate(warmUpSeconds);
        lane.pace(warmUpSeconds);
      }
    }
  }

  private void round(int round) {
    for (Race race : races) {
      List<Lane> order = new ArrayList<>(race.lanes());
      Collections.rotate(order, round);
      for (Lane lane : order) {
        Sample sample = new Sample(
            round, race.scenario(), lane.middle(), lane.saturate(SECONDS), lane.pace(SECONDS));
        samples.add(sample);
        describe(List.of(sample));
      }
    }
  }

  /** Says what each middle came to in the median of the rounds. */
  private void summarise() {
    System.err.println("Medians; latencies are p50 / p99:");
    for (Race race : races) {
      for (Lane lane : race.lanes()) {
        describe(of(race.scenario(), lane.middle()));
      }
    }
  }

  private static void describe(List<Sample> samples) {
    System.err.printf(
        Locale.ROOT,
        "  %-14s %-7s %,9.0f/s  %5.2f CPU s/million, paced %5.2f  publish %6.2f /%7.2f ms"
            + "  end to end %6.2f /%7.2f ms%n",
        samples.get(0).scenario().name(),
        samples.get(0).middle(),
        median(samples, Sample::throughput),
        median(samples, Sample::saturatedCpu),
        median(samples, Sample::pacedCpu),
        median(samples, sample -> sample.paced().publishP50Millis()),
        median(samples, sample -> sample.paced().publishP99Millis()),
        median(samples, sample -> sample.paced().endToEndP50Millis()),
        median(samples, sample -> sample.paced().endToEndP99Millis()));
  }

  private static double median(List<Sample> samples, ToDoubleFunction<Sample> something) {
    return Spread.of(values(samples, something)).median();
  }

  List<Sample> samples() {
    return samples;
  }

  /** Adds these ratios of every scenario, each with what it was in the rounds. */
  void addFigures(Figures figures, String benchmark, List<Measure> measures) {
    for (Race race : races) {
      for (Measure measure : measures) {
        Spread ratio =
            ratio(race.scenario(), measure.middle(), measure.peer(), measure.something());
        figures.add(
            benchmark + "."
                + String.format(Locale.ROOT, measure.figure(), race.scenario().name()),
            ratio.median(),
            ratio.leastAndMost() + ", target: " + measure.target());
      }
    }
  }

  /** What one middle had of something, as multiples of what another had of it in the same round. */
  private Spread ratio(
      Scenario scenario, String middle, String peer, ToDoubleFunction<Sample> something) {
    List<Double> mine = values(of(scenario, middle), something);
    List<Double> peers = values(of(scenario, peer), something);
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < mine.size(); round++) {
      ratios.add(mine.get(round) / peers.get(round));
    }
    return Spread.of(ratios);
  }

  private List<Sample> of(Scenario scenario, String middle) {
    return samples.stream()
        .filter(sample -> sample.scenario().equals(scenario) && sample.middle().equals(middle))
        .toList();
  }

  private static List<Double> values(List<Sample> samples, ToDoubleFunction<Sample> something) {
    return samples.stream().map(something::applyAsDouble).toList();
  }

  /** Does not wait long for clients, as the middle that they talk to may be stuck. */
  @Override
  public void close() {
    CompletableFuture.allOf(
            clients.stream().map(PulsarClient::closeAsync).toArray(CompletableFuture[]::new))
        .completeOnTimeout(null, 10, TimeUnit.SECONDS)
        .join();
  }
}
