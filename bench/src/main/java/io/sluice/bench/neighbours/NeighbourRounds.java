package io.sluice.bench.neighbours;

import io.sluice.bench.figures.Figures;
import io.sluice.bench.figures.Spread;
import io.sluice.bench.neighbours.Neighbourhood.Latency;
import io.sluice.bench.neighbours.Neighbourhood.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.pulsar.client.api.PulsarClientException;

/** One neighbourhood after another, in rounds in which their order changes. */
public final class NeighbourRounds {

  private final List<Neighbourhood> neighbourhoods;
  private final Runnable beforeEach;
  private final List<Sample> samples = new ArrayList<>();

  /**
   * Runs these neighbourhoods.
   *
   * @param beforeEach waits until the neighbourhood before has no effect any more
   */
  public NeighbourRounds(List<Neighbourhood> neighbourhoods, Runnable beforeEach) {
    this.neighbourhoods = neighbourhoods;
    this.beforeEach = beforeEach;
  }

  /** Measures all, after the first two have run for nothing: everything has to be compiled first. */
  public void run(double warmUpSeconds, int rounds, double seconds) throws PulsarClientException {
    System.err.println("Warming up:");
    for (Neighbourhood neighbourhood : neighbourhoods.subList(0, 2)) {
      measure(neighbourhood, 0, warmUpSeconds);
    }
    for (int round = 1; round <= rounds; round++) {
      System.err.printf("Round %d of %d:%n", round, rounds);
      List<Neighbourhood> order = new ArrayList<>(neighbourhoods);
      Collections.rotate(order, round);
      for (Neighbourhood neighbourhood : order) {
        samples.add(measure(neighbourhood, round, seconds));
      }
    }
  }

  private Sample measure(Neighbourhood neighbourhood, int round, double seconds)
      throws PulsarClientException {
    beforeEach.run();
    Sample sample = neighbourhood.measure(round, seconds);
    System.err.printf(
        Locale.ROOT,
        "  %-21s quiet p50 / p99 alone %6.2f /%7.2f ms  beside noise %7.2f /%8.2f ms"
            + "  noise %,6.0f/s%n",
        sample.neighbourhood(),
        sample.alone().p50Millis(),
        sample.alone().p99Millis(),
        sample.beside().p50Millis(),
        sample.beside().p99Millis(),
        sample.noisyPerSecond());
    return sample;
  }

  public List<Sample> samples() {
    return samples;
  }

  /**
   * Adds what they came to.
   *
   * @param quota of each noisy topic
   * @param target what a neighbourhood's p99 should be beside noise, as a multiple
   */
  public void addFigures(
      Figures figures, String benchmark, int quota, Function<Neighbourhood, String> target) {
    for (Neighbourhood neighbourhood : neighbourhoods) {
      String prefix = benchmark + "." + neighbourhood.name();
      List<Sample> mine = samples.stream()
          .filter(sample -> sample.neighbourhood().equals(neighbourhood.name()))
          .toList();
      addRatio(figures, prefix + "quiet.p50.noisy_vs_alone", mine, Latency::p50Millis, "none");
      addRatio(
          figures,
          prefix + "quiet.p99.noisy_vs_alone",
          mine,
          Latency::p99Millis,
          target.apply(neighbourhood));
      Spread rate = Spread.of(mine.stream()
          .map(sample -> sample.noisyPerSecond() / quota / neighbourhood.noisyTopics())
          .toList());
      figures.add(prefix + "noisy.rate_vs_quota", rate.median(), rate.leastAndMost());
    }
  }

  /** The ratio of the medians; a single p99 of a few hundred messages says little. */
  private static void addRatio(
      Figures figures,
      String name,
      List<Sample> samples,
      ToDoubleFunction<Latency> millis,
      String target) {
    Spread alone =
        Spread.of(samples.stream().map(s -> millis.applyAsDouble(s.alone())).toList());
    Spread beside =
        Spread.of(samples.stream().map(s -> millis.applyAsDouble(s.beside())).toList());
    figures.add(
        name,
        beside.median() / alone.median(),
        String.format(
            Locale.ROOT,
            "%.2f ms, in rounds %s; alone %.2f ms, %s; target: %s",
            beside.median(),
            beside.leastAndMost(),
            alone.median(),
            alone.leastAndMost(),
            target));
  }
}
