package io.sluice.cli;

import io.sluice.cli.base.InvalidInputException;
import io.sluice.cli.base.Version;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import io.sluice.server.BrokerUrls;
import io.sluice.server.HostPort;
import io.sluice.server.NodeConfig;
import io.sluice.server.SluiceNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that runs a node together with a Pulsar of its own. */
@Command(
    name = "standalone",
    description = "Runs a real Pulsar and a node in front of it, on this machine, until Ctrl-C.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class StandaloneCommand implements Callable<Integer> {

  private static final String LOOPBACK = "127.0.0.1";
  private static final Path DEFAULT_DATA = Path.of("data", "standalone");

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      description = "Where messages are kept; by default data/standalone in the current directory.")
  private @Nullable Path data;

  @Option(names = "--in-memory", description = "Keeps nothing.")
  private boolean inMemory;

  @Option(
      names = "--port",
      defaultValue = "6650",
      description = "Where clients connect; by default ${DEFAULT-VALUE}, 0 for any.")
  private int port;

  @Option(
      names = "--admin-port",
      defaultValue = "8080",
      description =
          "Where the console, health, metrics and the admin API are; by default ${DEFAULT-VALUE}, 0 for any.")
  private int adminPort;

  private final PrintWriter out;

  StandaloneCommand(PrintWriter out) {
    this.out = out;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (inMemory && data != null) {
      throw new InvalidInputException("--data and --in-memory exclude each other: give one");
    }
    // Before anything is started, as that takes some seconds.
    HostPort listen = address("--port", port);
    HostPort admin = address("--admin-port", adminPort);
    Optional<Path> folder = inMemory ? Optional.empty() : Optional.of(dataFolder());
    out.println("Starting a Pulsar of its own, which takes some seconds ...");
    EmbeddedPulsar pulsar = EmbeddedPulsar.start(options(folder));
    try {
      BrokerUrls brokers = BrokerUrls.parse(pulsar.serviceUrl()).orElseThrow();
      SluiceNode node = SluiceNode.start(
          NodeConfig.local(listen, admin, brokers).withWebService(URI.create(pulsar.webUrl())));
      Runnable stop = () -> {
        out.println("Stopping ...");
        node.close();
        pulsar.close();
        out.println("Stopped.");
      };
      return UntilStopped.run(() -> {
        banner(node, pulsar, folder);
        return stop;
      });
    } catch (IOException | RuntimeException e) {
      pulsar.close();
      throw e;
    }
  }

  private static HostPort address(String option, int port) throws IOException {
    if (port < 0 || port > 65535) {
      throw new InvalidInputException(option + " must be from 0 to 65535, not " + port);
    }
    HostPort address = new HostPort(LOOPBACK, port);
    address.requireFree(option);
    return address;
  }

  private Path dataFolder() throws IOException {
    Path folder = (data == null ? DEFAULT_DATA : data).toAbsolutePath().normalize();
    return Files.createDirectories(folder);
  }

  private EmbeddedPulsarOptions options(Optional<Path> folder) {
    EmbeddedPulsarOptions options =
        EmbeddedPulsarOptions.defaults().withProgress(doing -> out.println("  " + doing));
    return folder.map(options::withDataFolder).orElse(options);
  }

  private void banner(SluiceNode node, EmbeddedPulsar pulsar, Optional<Path> folder) {
    String serviceUrl = "pulsar://" + text(node.addresses().get(0));
    String admin = "http://" + text(node.adminAddress());
    out.println();
    out.println("Sluice is running.");
    out.println("  service URL      " + serviceUrl);
    out.println("  console          " + admin);
    out.println("  admin API        " + admin);
    out.println("  health           " + admin + "/health/ready");
    out.println("  metrics          " + admin + "/metrics");
    out.println("  Pulsar itself    " + pulsar.serviceUrl() + ", admin API " + pulsar.webUrl());
    out.println("  data             " + folder.map(Path::toString).orElse("in memory"));
    folder.ifPresent(path -> out.println("  Pulsar's log     " + path.resolve("pulsar.log")));
    out.println();
    out.println("Try:   pulsar-client --url " + serviceUrl + " produce hello --messages world");
    out.println("       ./sluice limits set public/default --messages 100" + forOther(admin));
    out.println("       ./sluice top" + forOther(admin));
    out.println("Stop:  Ctrl-C");
  }

  /** The option that other commands need, which ask port 8080 by default. */
  private static String forOther(String admin) {
    return admin.endsWith(":8080") ? "" : " --url " + admin;
  }

  private static String text(InetSocketAddress address) {
    return "localhost:" + address.getPort();
  }
}
