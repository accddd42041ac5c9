package io.sluice.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
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
final class Ladder implements AutoCloseable {

  record Sample(
      int round, Scenario scenario, String middle, Lane.Saturated saturated, Lane.Paced paced) {}

  private record Race(Scenario scenario, List<Lane> lanes) {}

  private final double seconds;
  private final List<PulsarClient> clients = new ArrayList<>();
  private final List<Race> races = new ArrayList<>();
  private final List<Sample> samples = new ArrayList<>();

  Ladder(List<Scenario> scenarios, List<Middle> middles, double seconds)
      throws PulsarClientException {
    this.seconds = seconds;
    scenarios.forEach(scenario -> races.add(new Race(scenario, new ArrayList<>())));
    for (Middle middle : middles) {
      PulsarClient sending = client(middle);
      PulsarClient receiving = client(middle);
      for (Race race : races) {
        race.lanes().add(new Lane(race.scenario(), middle, sending, receiving));
      }
    }
  }

  private PulsarClient client(Middle middle) throws PulsarClientException {
    PulsarClient client = PulsarClient.builder()
        .serviceUrl(middle.serviceUrl())
        .connectionsPerBroker(1)
        .ioThreads(1)
        .listenerThreads(1)
        .build();
    clients.add(client);
    return client;
  }

  /** The first time as the others, but for nothing: everything has to be compiled first. */
  void warmUp(double warmUpSeconds) {
    for (Race race : races) {
      for (Lane lane : race.lanes()) {
        lane.saturate(warmUpSeconds);
        lane.pace(warmUpSeconds);
      }
    }
  }

  void round(int round) {
    for (Race race : races) {
      List<Lane> order = new ArrayList<>(race.lanes());
      Collections.rotate(order, round);
      for (Lane lane : order) {
        Sample sample = new Sample(
            round, race.scenario(), lane.middle(), lane.saturate(seconds), lane.pace(seconds));
        samples.add(sample);
        describe(List.of(sample));
      }
    }
  }

  /** Says what everybody did in the median of the rounds. */
  void summarise() {
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
        median(samples, sample -> sample.saturated().messagesPerSecond()),
        median(samples, sample -> sample.saturated().cpuSecondsPerMillion()),
        median(samples, sample -> sample.paced().cpuSecondsPerMillion()),
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

  /** What one middle had of something, as multiples of what another had of it in the same round. */
  Spread ratio(Scenario scenario, String middle, String peer, ToDoubleFunction<Sample> something) {
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

  /** Does not wait long for clients, as the one they talk to may be stuck. */
  @Override
  public void close() {
    CompletableFuture.allOf(
            clients.stream().map(PulsarClient::closeAsync).toArray(CompletableFuture[]::new))
        .completeOnTimeout(null, 10, TimeUnit.SECONDS)
        .join();
  }
}
