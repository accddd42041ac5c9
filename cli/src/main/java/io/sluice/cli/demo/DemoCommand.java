package io.sluice.cli.demo;

import io.sluice.cli.base.Version;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import io.sluice.server.BrokerUrls;
import io.sluice.server.HostPort;
import io.sluice.server.Logging;
import io.sluice.server.NodeConfig;
import io.sluice.server.PolicySettings;
import io.sluice.server.SluiceNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

/** The command that shows what Sluice is for. */
@Command(
    name = "demo",
    description = {
      "Shows in about 40 seconds what a topic over its quota does to its neighbour: first with"
          + " Pulsar's own limiter, then through Sluice. It starts its own Pulsar, and leaves nothing"
          + " behind."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class DemoCommand implements Callable<Integer> {

  private static final int QUOTA = 1000;

  /** As after Ctrl-C in any shell. */
  private static final int INTERRUPTED = 130;

  private static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);

  /** Where Pulsar itself limits topics. Everything else is in a namespace where it does not. */
  private static final String LIMITED_BY_PULSAR = "public/limited-by-pulsar";

  private static final PolicySettings POLICIES = PolicySettings.inMemory(Map.of(
      new PolicyKey.Topic(TopicName.parse("public/default/noisy")), PublishLimit.of(QUOTA, 0)));

  @Option(names = "--alone", hidden = true, defaultValue = "2")
  private int aloneSeconds;

  @Option(names = "--beside", hidden = true, defaultValue = "9")
  private int besideSeconds;

  private final Screen screen;

  public DemoCommand(PrintWriter out) {
    this.screen = new Screen(out, Ansi.AUTO, QUOTA);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (Signals signals = Signals.interruptThisThread()) {
      Path logs = Files.createTempDirectory("sluice-demo-");
      Logging.toFile(logs.resolve("sluice.log"));
      try {
        screen.introduce();
        demonstrate(logs.resolve("pulsar.log"));
        delete(logs);
        return 0;
      } catch (IOException | InterruptedException | RuntimeException e) {
        screen.say("");
        if (!signals.came()) {
          screen.say("The demo cannot go on. What was logged is in " + logs);
          throw e;
        }
        delete(logs);
        screen.say("Stopped, and nothing is left running.");
        return INTERRUPTED;
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  private void demonstrate(Path pulsarsLog) throws IOException, InterruptedException {
    screen.say("Starting a real Pulsar on this machine, which takes some seconds ...");
    EmbeddedPulsarOptions options = EmbeddedPulsarOptions.defaults().withLogFile(pulsarsLog);
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(options)) {
      NamespaceLimit.create(pulsar.webUrl(), LIMITED_BY_PULSAR, QUOTA);
      screen.beginPart(
          "1. Pulsar's own limiter",
          "To slow noisy down, Pulsar stops reading the connection, and quiet has to wait with it.");
      Outcome stock =
          part(pulsar.serviceUrl(), LIMITED_BY_PULSAR + "/noisy", "public/default/quiet-at-pulsar");
      screen.beginPart(
          "2. Sluice",
          "The client connects to a Sluice node. It keeps noisy's messages back, and passes quiet's on.");
      BrokerUrls brokers = BrokerUrls.parse(pulsar.serviceUrl()).orElseThrow();
      try (SluiceNode node =
          SluiceNode.start(NodeConfig.local(ANY_PORT, ANY_PORT, brokers).withPolicies(POLICIES))) {
        int port = node.addresses().get(0).getPort();
        Outcome sluice =
            part("pulsar://127.0.0.1:" + port, "public/default/noisy", "public/default/quiet");
        screen.summarise(stock, sluice);
      }
    }
  }

  private Outcome part(String serviceUrl, String noisyTopic, String quietTopic)
      throws IOException, InterruptedException {
    try (Neighbours neighbours = Neighbours.open(serviceUrl, noisyTopic, quietTopic)) {
      neighbours.startQuiet();
      neighbours.nextSecond(); // not shown: what runs first is slow with either limiter
      List<Figures> alone = watch(neighbours, 1, aloneSeconds);
      screen.noiseBegins();
      neighbours.startNoisy();
      List<Figures> beside = watch(neighbours, 1 + aloneSeconds, besideSeconds);
      return Outcome.of(alone, beside, neighbours.finish());
    }
  }

  private List<Figures> watch(Neighbours neighbours, int first, int seconds)
      throws IOException, InterruptedException {
    List<Figures> seen = new ArrayList<>();
    for (int number = first; number < first + seconds; number++) {
      Figures second = neighbours.nextSecond();
      screen.second(number, second);
      seen.add(second);
    }
    return seen;
  }
}
