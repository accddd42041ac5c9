package io.sluice.server;

import io.sluice.admin.node.AdminConfig;
import io.sluice.gateway.config.GatewayConfig;
import io.sluice.gateway.config.Listener;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.yaml.Block;
import io.sluice.yaml.InvalidYamlException;
import io.sluice.yaml.YamlText;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a node's configuration file says; {@code conf/sluice.yaml} explains it key by key. Records are
 * blocks of the file, and their components are its keys.
 *
 * @param node who the node is
 * @param gateway where and how clients are served
 * @param cluster the brokers behind it
 * @param policies how much may be published to topics, until that is changed
 * @param groups how resource groups' quotas are shared with other nodes
 * @param admin where its state is shown, and who may change its limits
 * @param logging what it logs
 */
public record NodeConfig(
    NodeSettings node,
    GatewaySettings gateway,
    ClusterSettings cluster,
    PolicySettings policies,
    GroupSettings groups,
    AdminSettings admin,
    LoggingSettings logging) {

  static final NodeConfig DEFAULT = new NodeConfig(
      new NodeSettings("", "", NodeLimits.NONE),
      GatewaySettings.DEFAULT,
      ClusterSettings.DEFAULT,
      PolicySettings.DEFAULT,
      GroupSettings.DEFAULT,
      AdminSettings.DEFAULT,
      LoggingSettings.DEFAULT);

  /**
   * The block {@code node}.
   *
   * @param name what logs and metrics call it; its host's name if empty
   * @param advertisedAddress by which host others reach it; if empty, the one that it listens on, or
   *     its host's name if it listens everywhere
   * @param limits what it passes at most
   */
  public record NodeSettings(String name, String advertisedAddress, NodeLimits limits) {

    private static final String PLAIN =
        " must be of at most 128 letters, digits, dots, hyphens and underscores";

    /** Checks that both are short and plain. */
    public NodeSettings {
      if (!name.matches("[A-Za-z0-9._-]{0,128}")) {
        throw new IllegalArgumentException("name" + PLAIN);
      }
      if (!advertisedAddress.matches("[A-Za-z0-9._:-]{0,128}")) {
        throw new IllegalArgumentException("advertisedAddress" + PLAIN);
      }
    }
  }

  /**
   * Reads a file. What it leaves out is as in {@code conf/sluice.yaml}; variables of the environment
   * may stand in its values; files that it names are relative to its folder.
   *
   * @throws IOException if it cannot be read
   * @throws InvalidNodeConfigException if it cannot be used
   */
  public static NodeConfig read(Path file) throws IOException {
    return read(file, name -> Optional.ofNullable(System.getenv(name)));
  }

  static NodeConfig read(Path file, Function<String, Optional<String>> environment)
      throws IOException {
    try {
      Path folder =
          Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder");
      return read(YamlText.read(file).withVariables(environment), folder);
    } catch (InvalidYamlException e) {
      throw new InvalidNodeConfigException(List.of(e.getMessage()));
    }
  }

  private static NodeConfig read(YamlText text, Path folder) {
    Block top = text.top("is empty; it needs at least cluster: {brokers: \"pulsar://HOST:6650\"}");
    List<InvalidYamlException> faults = new ArrayList<>();
    NodeConfig config = new RecordReader(faults::add).read(top, DEFAULT).relativeTo(folder);
    if (faults.isEmpty()) {
      ConfigCheck.faults(config).forEach((key, fault) -> faults.add(top.fault(key, fault)));
    }
    if (!faults.isEmpty()) {
      throw new InvalidNodeConfigException(
          faults.stream().map(InvalidYamlException::getMessage).toList());
    }
    return config;
  }

  /** A node without a file: on loopback, with everything else as it is by default. */
  public static NodeConfig local(HostPort listen, HostPort admin, BrokerUrls brokers) {
    GatewaySettings gateway = GatewaySettings.DEFAULT;
    return new NodeConfig(
        DEFAULT.node,
        new GatewaySettings(
            Optional.of(listen),
            gateway.listenTls(),
            gateway.tls(),
            gateway.proxyProtocol(),
            gateway.homes(),
            gateway.threads(),
            gateway.keepAlive(),
            gateway.drainTimeout(),
            gateway.limits(),
            gateway.publish()),
        ClusterSettings.DEFAULT.at(brokers),
        DEFAULT.policies,
        DEFAULT.groups,
        DEFAULT.admin.at(admin),
        DEFAULT.logging);
  }

  /** The same with the cluster's own admin API, to which is passed on what is not Sluice's. */
  public NodeConfig withWebService(URI url) {
    return new NodeConfig(
        node, gateway, cluster.withWebService(url), policies, groups, admin, logging);
  }

  /** The same with other policies. */
  public NodeConfig withPolicies(PolicySettings others) {
    return new NodeConfig(node, gateway, cluster, others, groups, admin, logging);
  }

  /** Keys of {@code admin.access} are texts, so it is not known yet whether they are files. */
  private NodeConfig relativeTo(Path folder) {
    return new NodeConfig(
        node, gateway, cluster, policies, groups, admin.relativeTo(folder), logging);
  }

  /**
   * The policies that a node starts with: of topics and namespaces, and of brokers if there is one.
   */
  Policies initialPolicies() {
    PublishLimit broker = gateway.publish().brokerLimit();
    return broker.isNone()
        ? policies.initial()
        : policies.initial().with(PolicyKind.PUBLISH, PolicyKey.BROKER, broker);
  }

  /** What it amounts to for producers and for callers of the admin API, in a few lines. */
  public List<String> summary() {
    return Stream.concat(
            PublishSummary.of(this).stream(),
            Stream.concat(
                homesSummary().stream(),
                Stream.of(groups.summary(!policies.store().isEmpty()), admin.summary())))
        .toList();
  }

  private Optional<String> homesSummary() {
    return gateway.homes()
        ? Optional.of(
            "homes: clients of limited topics are redirected to the topic's home; to this node as "
                + node.advertisedAddress())
        : Optional.empty();
  }

  AdminConfig forAdmin() {
    return new AdminConfig(
        admin.listen().resolved(),
        admin.tls().forAdmin(),
        admin.access(),
        cluster.webService(),
        cluster.tls().trust(),
        admin.maxRequestsPerSecond());
  }

  GatewayConfig forGateway() {
    Stream<Listener> plain =
        gateway.listen().stream().map(address -> listener(address, Optional.empty()));
    Stream<Listener> secure = gateway.listenTls().stream()
        .map(address -> listener(
            address,
            Optional.of(new Listener.Tls(
                gateway.tls().certificate().orElseThrow(),
                gateway.tls().key().orElseThrow(),
                gateway.tls().clientCertificates(),
                gateway.tls().clientTrust()))));
    return new GatewayConfig(
        Stream.concat(plain, secure).toList(),
        cluster.forGateway(),
        gateway.limits(),
        gateway.publish(),
        node.limits(),
        gateway.keepAlive(),
        gateway.threadCount());
  }

  private Listener listener(HostPort address, Optional<Listener.Tls> tls) {
    return new Listener(address.host(), address.port(), gateway.proxyProtocol(), tls);
  }
}
