package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.admin.access.AccessSettings;
import io.sluice.admin.node.AdminConfig;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.config.BrokerTls;
import io.sluice.gateway.config.GatewayConfig;
import io.sluice.gateway.config.Listener;
import io.sluice.gateway.config.Listener.ClientCertificates;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.quota.QuotaSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeConfigTest {

  @TempDir
  Path folder;

  @Test
  void shouldNeedTheBrokersOnly() throws IOException {
    GatewayConfig config = read("cluster: {brokers: 'pulsar://broker-1:6650'}").forGateway();

    assertThat(config.listeners()).containsExactly(Listener.plain("0.0.0.0", 6650));
    assertThat(config.cluster().bootstrap()).containsExactly(new BrokerAddress("broker-1", 6650));
    assertThat(config.cluster().tls()).isEmpty();
    assertThat(config.threads()).isEqualTo(Runtime.getRuntime().availableProcessors());
  }

  @Test
  void shouldPassEverySettingOnToTheGateway() throws IOException {
    for (String name : new String[] {"node.pem", "node.key", "clients.pem", "brokers.pem"}) {
      Files.writeString(folder.resolve(name), "PEM");
    }

    GatewayConfig config = read("""
        node:
          limits: {publishMessages: 1, publishBytes: 2KiB, dispatchMessages: -1, dispatchBytes: 3MiB, enforce: false}
        gateway:
          listen: ""
          listenTls: "[::1]:6651"
          tls: {certificate: node.pem, key: node.key, clientCertificates: required, clientTrust: clients.pem}
          proxyProtocol: true
          threads: 3
          keepAlive: 1m30s
          limits: {maxFrameBytes: 5MiB, handshakeTimeout: 500ms}
          publish:
            brokerPublisherThrottlingMaxMessageRate: -1
            brokerPublisherThrottlingMaxByteRate: 3GiB
            brokerPublisherThrottlingEnforce: false
            maxPendingPublishRequestsPerConnection: 500
            maxMessagePublishBufferSizeInMB: 8192
            maxHeldBytesPerConnection: 1KiB
            maxHeldBytes: 3GiB
            maxHeldMillis: 20000
            throttleProducerReceiptWaitTimeMillis: 200
            metricTopics: 7
        cluster:
          brokers: pulsar+ssl://a:6651, B:6651
          allowedHosts: ["*.example.com"]
          allowedPorts: [6651]
          allowDiscovered: false
          tls: {trust: brokers.pem, verifyHostname: false, certificate: node.pem, key: node.key}
        """).forGateway();

    assertThat(config.listeners())
        .containsExactly(new Listener(
            "::1",
            6651,
            true,
            Optional.of(new Listener.Tls(
                folder.resolve("node.pem"),
                folder.resolve("node.key"),
                ClientCertificates.REQUIRED,
                Optional.of(folder.resolve("clients.pem"))))));
    assertThat(config.threads()).isEqualTo(3);
    assertThat(config.keepAliveInterval()).isEqualTo(Duration.ofSeconds(90));
    assertThat(config.limits().maxFrameBytes()).isEqualTo(5 << 20);
    assertThat(config.limits().handshakeTimeout()).isEqualTo(Duration.ofMillis(500));
    assertThat(config.publish())
        .isEqualTo(
            new PublishSettings(-1, 3L << 30, false, 500, 8192, 1024, 3L << 30, 20_000, 200, 7));
    assertThat(config.node()).isEqualTo(new NodeLimits(1, 2048, -1, 3 << 20, false));
    assertThat(config.cluster().bootstrap())
        .containsExactly(new BrokerAddress("a", 6651), new BrokerAddress("b", 6651));
    assertThat(config.cluster().allowedHosts()).isEqualTo(Set.of("*.example.com"));
    assertThat(config.cluster().allowedPorts()).isEqualTo(Set.of(6651));
    assertThat(config.cluster().allowDiscovered()).isFalse();
    assertThat(config.cluster().tls())
        .contains(new BrokerTls(
            Optional.of(folder.resolve("brokers.pem")),
            false,
            Optional.of(
                new BrokerTls.Identity(folder.resolve("node.pem"), folder.resolve("node.key")))));
  }

  @Test
  void shouldPassEverySettingOnToTheAdminServer() throws IOException {
    for (String name : new String[] {"node.pem", "node.key"}) {
      Files.writeString(folder.resolve(name), "PEM");
    }
    Files.write(folder.resolve("secret.key"), new byte[32]);

    NodeConfig config = read("""
        cluster: {brokers: 'pulsar://broker-1:6650', webService: 'https://broker-1:8443'}
        admin:
          listen: 0.0.0.0:8443
          tls: {certificate: node.pem, key: node.key}
          access:
            tokenSecretKey: secret.key
            tokenAuthClaim: role
            tokenAudienceClaim: aud
            tokenAudience: sluice
            superUserRoles: [admin, root]
            readOnlyRoles: [viewer]
          maxRequestsPerSecond: 7
        """);

    assertThat(config.forAdmin())
        .isEqualTo(new AdminConfig(
            new InetSocketAddress("0.0.0.0", 8443),
            Optional.of(
                new AdminConfig.Tls(folder.resolve("node.pem"), folder.resolve("node.key"))),
            new AccessSettings(
                folder.resolve("secret.key").toString(),
                "",
                "RS256",
                "role",
                "aud",
                "sluice",
                Set.of("admin", "root"),
                Set.of("viewer")),
            Optional.of(URI.create("https://broker-1:8443")),
            Optional.empty(),
            7));
    assertThat(config.admin().url()).isEqualTo("https://0.0.0.0:8443");
    assertThat(config.summary())
        .endsWith("admin API: limits may be changed by admin, root, seen by viewer as well");
  }

  @Test
  void shouldPassEverySettingOnToResourceGroups() throws IOException {
    NodeConfig config = read("""
        cluster: {brokers: 'pulsar://broker-1:6650'}
        groups:
          resourceUsagePublishToTopic: true
          resourceUsagePublishTopicName: non-persistent://ops/sluice/usage
          resourceUsagePublishIntervalInSecs: 0.25
          resourceUsageSignificantChangePercent: 5
          resourceUsageReportEveryIntervals: 20
          resourceUsageExpectedNodes: 3
          replicators: [10.1.0.0/16, "::1"]
        """);

    assertThat(config.groups().forQuota())
        .isEqualTo(new QuotaSettings(Duration.ofMillis(250), 5, 20, 3));
    assertThat(config.groups().replicators()).containsExactlyInAnyOrder("10.1.0.0/16", "::1");
    assertThat(config.summary())
        .contains("resource groups: quotas shared by all nodes through"
            + " non-persistent://ops/sluice/usage, every 0.25s");
    assertThat(config.withPolicies(PolicySettings.inMemory(Map.of())).summary())
        .contains("resource groups: this node has the whole quota for itself, as policies.store is"
            + " empty");
  }

  @Test
  void shouldSayThatTopicsHaveHomes() throws IOException {
    String cluster = "cluster: {brokers: 'pulsar://broker-1:6650'}\n";
    NodeConfig config =
        read(cluster + "node: {advertisedAddress: '2001:db8::1'}\ngateway: {homes: true}");

    assertThat(config.gateway().homes()).isTrue();
    assertThat(config.summary())
        .contains(
            "homes: clients of limited topics are redirected to the topic's home; to this node as"
                + " 2001:db8::1");
    assertThat(read(cluster).gateway().homes()).isFalse();
    assertThat(read(cluster).summary()).noneMatch(line -> line.startsWith("homes"));
  }

  @Test
  void shouldSayThatNobodyHasAccessWithoutAKey() throws IOException {
    assertThat(read("cluster: {brokers: 'pulsar://b:6650'}\nadmin: {listen: '0.0.0.0:8080'}")
            .summary())
        .endsWith("admin API: closed to all callers, as admin.access has no key");
  }

  @Test
  void shouldKeepSecretsToItself() throws IOException {
    String key = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDEyMw==";
    NodeConfig config = read("""
        cluster: {brokers: 'pulsar://broker-1:6650', token: very.secret.token}
        admin: {access: {tokenSecretKey: 'data:;base64,%s', superUserRoles: [admin]}}
        """.formatted(key));

    assertThat(config.cluster().forClient().token().orElseThrow().get())
        .isEqualTo("very.secret.token");
    assertThat(config.toString() + config.summary() + config.forAdmin())
        .doesNotContain("very.secret.token", key);
  }

  @Test
  void shouldReadTheTokenFromItsFileEachTime() throws IOException {
    Path file = Files.writeString(folder.resolve("token.jwt"), "first\n");
    ClusterSettings cluster =
        read("cluster: {brokers: 'pulsar://broker-1:6650', tokenFile: token.jwt}")
            .cluster();

    assertThat(cluster.forClient().token().orElseThrow().get()).isEqualTo("first");
    Files.writeString(file, "second\n");
    assertThat(cluster.forClient().token().orElseThrow().get()).isEqualTo("second");
  }

  @Test
  void shouldTellAllFaultsAtOnce() {
    assertThatThrownBy(() -> read("""
        gateway:
          treads: 2
          limits: {maxConnections: many}
        admin: {listen: 8080}
        """))
        .isInstanceOfSatisfying(InvalidNodeConfigException.class, e -> assertThat(e.faults())
            .satisfiesExactly(
                first -> assertThat(first)
                    .endsWith(
                        "node.yaml:2: gateway.treads is not a known key; did you mean threads?"),
                second -> assertThat(second)
                    .contains("node.yaml:3: gateway.limits.maxConnections must be a whole number"),
                third -> assertThat(third).contains("node.yaml:4: admin.listen must be a text")));
  }

  @Test
  void shouldReadSizesInAnyUnit() throws IOException {
    assertThat(maxFrameBytes("1048576")).isEqualTo(1 << 20);
    assertThat(maxFrameBytes("64KiB")).isEqualTo(64 << 10);
    assertThat(maxFrameBytes("1GiB")).isEqualTo(1 << 30);
  }

  private int maxFrameBytes(String size) throws IOException {
    return read("gateway: {limits: {maxFrameBytes: " + size
            + "}}\ncluster: {brokers: 'pulsar://b:6650'}")
        .gateway()
        .limits()
        .maxFrameBytes();
  }

  @Test
  void shouldSayThatAFileIsNotThere() {
    assertThatThrownBy(() -> NodeConfig.read(folder.resolve("none.yaml")))
        .isInstanceOf(NoSuchFileException.class);
  }

  private NodeConfig read(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("node.yaml"), yaml);
    return NodeConfig.read(file, name -> Optional.empty());
  }
}
