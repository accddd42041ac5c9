package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands about nodes say before a node runs, or instead of running one. */
class NodeCommandsTest {

  @TempDir
  Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldFindTheShippedConfigurationFine() {
    assertThat(run("check-config", "../conf/sluice.yaml")).isZero();

    assertThat(out.toString().lines())
        .satisfiesExactly(
            first -> assertThat(first)
                .startsWith(
                    "../conf/sluice.yaml is fine: clients of 0.0.0.0:6650 are relayed to pulsar://")
                .endsWith("; health and metrics are at http://127.0.0.1:8080"),
            second -> assertThat(second)
                .isEqualTo("  policies: default no limit, namespaces 0, topics 0, in shadow 0"),
            third -> assertThat(third).isEqualTo("  each broker: no limit"),
            fourth -> assertThat(fourth)
                .isEqualTo(
                    "  this node: publish no limit, dispatch no limit, publish buffer by its memory, held bytes a quarter of that"),
            fifth -> assertThat(fifth)
                .isEqualTo("  each connection: pending publishes 1000, held bytes 128MiB"),
            sixth -> assertThat(sixth)
                .isEqualTo("  resource groups: quotas shared by all nodes through"
                    + " non-persistent://pulsar/system/sluice-resource-usage, every 1s"),
            seventh -> assertThat(seventh)
                .isEqualTo(
                    "  admin API: all callers on this machine may change limits, others cannot reach it"));
  }

  @Test
  void shouldSayWhatAConfigurationLimits() throws IOException {
    Path file = file("""
        cluster: {brokers: "pulsar://broker-1:6650"}
        node:
          limits: {publishMessages: 5000, dispatchBytes: 1MiB, enforce: false}
        gateway:
          publish:
            brokerPublisherThrottlingMaxMessageRate: 300
            brokerPublisherThrottlingEnforce: false
            maxMessagePublishBufferSizeInMB: 512
            maxHeldBytes: 1500
        policies:
          default: {messages: 100, bytes: 1536KiB}
          namespaces: {public/default: {messages: 1000}}
          topics: {orders: {bytes: 1MiB, enforce: false}, exempt: {enforce: false}}
        groups: {resourceUsagePublishToTopic: false}
        """);

    assertThat(run("check-config", file)).isZero();

    assertThat(out.toString().lines().skip(1))
        .containsExactly(
            "  policies: default 100 messages/s and 1536KiB/s, namespaces 1, topics 2, in shadow 1",
            "  each broker: 300 messages/s in shadow",
            "  this node: publish 5000 messages/s in shadow, dispatch 1MiB/s in shadow, publish buffer 512MiB, held bytes 1500B",
            "  each connection: pending publishes 1000, held bytes 128MiB",
            "  resource groups: each node has the whole quota for itself, as"
                + " groups.resourceUsagePublishToTopic is false",
            "  admin API: all callers on this machine may change limits, others cannot reach it");
  }

  @Test
  void shouldListEachFaultOfAConfiguration() throws IOException {
    Path file = file("gateway: {treads: 1}\nadmin: {listen: here}\n");

    assertThat(run("check-config", file)).isEqualTo(1);

    assertThat(err.toString().lines())
        .containsExactly(
            file + ":1: gateway.treads is not a known key; did you mean threads?",
            file + ":2: admin.listen must be an address such as 0.0.0.0:6650, not \"here\"");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void shouldSayInOneLineWhyANodeDoesNotStart() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Path file = file("""
          gateway: {listen: "127.0.0.1:%d"}
          cluster: {brokers: "pulsar://broker.invalid:6650"}
          """.formatted(other.getLocalPort()));

      assertThat(run("server", "--config", file)).isEqualTo(1);

      assertThat(err.toString().lines())
          .singleElement()
          .asString()
          .startsWith("gateway.listen: cannot listen on 127.0.0.1:" + other.getLocalPort());
    }
  }

  @Test
  void shouldSayInOneLineThatAConfigurationIsNotThere() {
    Path none = folder.resolve("none.yaml");

    assertThat(run("server", "--config", none)).isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo(none + ": there is no such file or folder" + System.lineSeparator());
  }

  @Test
  void shouldNeedAConfiguration() {
    assertThat(run("server")).isEqualTo(2);
    assertThat(err.toString()).contains("Missing required option: '--config=FILE'");
  }

  @Test
  void shouldSayWhichPortOfAStandaloneIsTakenBeforeStartingAnything() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      assertThat(
              run("standalone", "--in-memory", "--port", 0, "--admin-port", other.getLocalPort()))
          .isEqualTo(1);

      assertThat(err.toString().lines())
          .singleElement()
          .asString()
          .startsWith("--admin-port: cannot listen on 127.0.0.1:" + other.getLocalPort());
      assertThat(out.toString()).isEmpty();
    }
  }

  @Test
  void shouldRefuseWhatExcludesEachOther() {
    assertThat(run("standalone", "--in-memory", "--data", folder)).isEqualTo(1);
    assertThat(err.toString()).startsWith("--data and --in-memory exclude each other");
    assertThat(run("standalone", "--port", 70000)).isEqualTo(1);
    assertThat(err.toString()).contains("--port must be from 0 to 65535, not 70000");
  }

  private int run(Object... args) {
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    return SluiceCli.run(new PrintWriter(out, true), new PrintWriter(err, true), words);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("node.yaml"), text);
  }
}
