package io.sluice.bench.aware;

import com.sun.management.OperatingSystemMXBean;
import io.sluice.bench.figures.Figures;
import io.sluice.bench.figures.Spread;
import io.sluice.bench.load.ClientKind;
import io.sluice.bench.load.Clients;
import io.sluice.bench.load.Payload;
import io.sluice.bench.process.Middle;
import io.sluice.bench.relay.Flood;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.apache.pulsar.client.api.ProducerBuilder;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;

/**
 * What the add-on costs where nothing is limited: as much as gets through, by clients that take turns. A
 * second stock client shows by how much two differ that are the same.
 */
final class AwareOverhead implements AutoCloseable {

  record Sample(int round, String scenario, String client, Flood.Result result) {}

  private record Lane(String client, Flood flood) {}

  private static final String AWARE = "aware";
  private static final String STOCK = "stock";
  private static final String CONTROL = "control";
  private static final String SINGLE = "";
  private static final String BATCHED = ".batched";
  private static final int MESSAGE_BYTES = 1024;

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final Clients stock = new Clients(ClientKind.STOCK);
  private final Clients aware = new Clients(ClientKind.AWARE);
  private final List<Sample> samples = new ArrayList<>();
  private final List<Lane> single = new ArrayList<>();
  private final List<Lane> batched = new ArrayList<>();

  AwareOverhead(Middle gateway) throws PulsarClientException {
    add(AWARE, aware.open(gateway));
    add(STOCK, stock.open(gateway));
    add(CONTROL, stock.open(gateway));
  }

  /** Topics that are not stored: otherwise the disk would be measured. */
  private void add(String name, PulsarClient client) throws PulsarClientException {
    ProducerBuilder<byte[]> producer =
        client.newProducer().maxPendingMessages(Flood.WINDOW).blockIfQueueFull(true);
    single.add(new Lane(
        name,
        flood(producer
            .clone()
            .topic("non-persistent://public/default/single-" + name)
            .enableBatching(false))));
    batched.add(new Lane(
        name, flood(producer.clone().topic("non-persistent://public/default/batched-" + name))));
  }

  private static Flood flood(ProducerBuilder<byte[]> producer) throws PulsarClientException {
    return new Flood(
        "the gateway",
        () -> PROCESS.getProcessCpuTime() / 1e9,
        List.of(producer.create()),
        Payload.of(MESSAGE_BYTES));
  }

  void run(double warmUpSeconds, int rounds, double seconds) {
    System.err.printf("What the add-on costs, %d rounds:%n", rounds);
    for (Lane lane : single) {
      lane.flood.run(warmUpSeconds);
    }
    for (Lane lane : batched) {
      lane.flood.run(warmUpSeconds);
    }
    for (int round = 1; round <= rounds; round++) {
      measure(round, SINGLE, single, seconds);
      measure(round, BATCHED, batched, seconds);
    }
    describe(SINGLE);
    describe(BATCHED);
  }

  private void measure(int round, String scenario, List<Lane> lanes, double seconds) {
    List<Lane> order = new ArrayList<>(lanes);
    Collections.rotate(order, round);
    for (Lane lane : order) {
      samples.add(new Sample(round, scenario, lane.client, lane.flood.run(seconds)));
    }
  }

  private void describe(String scenario) {
    for (String client : List.of(AWARE, STOCK, CONTROL)) {
      System.err.printf(
          Locale.ROOT,
          "  %-8s %-7s %,9.0f/s  %5.2f CPU s/million of the clients%n",
          scenario,
          client,
          Spread.of(values(scenario, client, Flood.Result::messagesPerSecond)).median(),
          Spread.of(values(scenario, client, Flood.Result::cpuSecondsPerMillion))
              .median());
    }
  }

  List<Sample> samples() {
    return samples;
  }

  void addFigures(Figures figures) {
    for (String scenario : List.of(SINGLE, BATCHED)) {
      String name = "aware.overhead" + scenario;
      addLoss(figures, name, scenario, AWARE, "<= 0.03");
      addLoss(
          figures,
          name + ".stock_vs_stock",
          scenario,
          CONTROL,
          "none, it is what rounds differ by");
      Spread cpu = ratio(scenario, AWARE, Flood.Result::cpuSecondsPerMillion);
      figures.add(name + ".cpu_vs_stock", cpu.median(), cpu.leastAndMost());
    }
  }

  private void addLoss(
      Figures figures, String name, String scenario, String client, String target) {
    Spread ratio = ratio(scenario, client, Flood.Result::messagesPerSecond);
    figures.add(
        name,
        1 - ratio.median(),
        String.format(
            Locale.ROOT,
            "lost of stock's throughput; in rounds %.3f to %.3f; target: %s",
            1 - ratio.most(),
            1 - ratio.least(),
            target));
  }

  /** Of a client as multiples of what a stock one had in the same round. */
  private Spread ratio(String scenario, String client, ToDoubleFunction<Flood.Result> something) {
    List<Double> mine = values(scenario, client, something);
    List<Double> peers = values(scenario, STOCK, something);
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < mine.size(); round++) {
      ratios.add(mine.get(round) / peers.get(round));
    }
    return Spread.of(ratios);
  }

  private List<Double> values(
      String scenario, String client, ToDoubleFunction<Flood.Result> something) {
    return samples.stream()
        .filter(sample -> sample.scenario().equals(scenario) && sample.client().equals(client))
        .map(sample -> something.applyAsDouble(sample.result()))
        .toList();
  }

  @Override
  public void close() {
    stock.close();
    aware.close();
  }
}
