package io.sluice.server;

import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.config.Listener.ClientCertificates;
import io.sluice.gateway.config.PublishSettings;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What is wrong with settings of which each is right, and with the files that they name. */
final class ConfigCheck {

  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "::1");

  private final Map<String, String> faults = new LinkedHashMap<>();

  private ConfigCheck() {}

  /** Key to what is wrong with it. */
  static Map<String, String> faults(NodeConfig config) {
    ConfigCheck check = new ConfigCheck();
    check.listeners(config);
    check.tlsTowardsClients(config.gateway());
    check.homes(config);
    check.cluster(config);
    check.tlsTowardsBrokers(config.cluster());
    check.publish(config.gateway().publish());
    check.admin(config.admin());
    return check.faults;
  }

  private void require(boolean right, String key, String fault) {
    if (!right) {
      faults.putIfAbsent(key, fault);
    }
  }

  private void listeners(NodeConfig config) {
    GatewaySettings gateway = config.gateway();
    require(
        gateway.listen().isPresent() || gateway.listenTls().isPresent(),
        "gateway.listen",
        "is empty, and so is gateway.listenTls: clients need one of them");
    HostPort admin = config.admin().listen();
    gateway.listen().ifPresent(plain -> {
      require(!admin.overlaps(plain), "admin.listen", "is the address of gateway.listen as well");
      gateway
          .listenTls()
          .ifPresent(tls -> require(
              !tls.overlaps(plain),
              "gateway.listenTls",
              "is the address of gateway.listen as well"));
    });
    gateway
        .listenTls()
        .ifPresent(tls -> require(
            !admin.overlaps(tls), "admin.listen", "is the address of gateway.listenTls as well"));
  }

  private void tlsTowardsClients(GatewaySettings gateway) {
    GatewaySettings.Tls tls = gateway.tls();
    pair("gateway.tls", tls.certificate(), tls.key());
    require(
        gateway.listenTls().isEmpty() || tls.certificate().isPresent(),
        "gateway.tls.certificate",
        "is missing: gateway.listenTls needs one");
    require(
        gateway.listenTls().isPresent() || tls.certificate().isEmpty(),
        "gateway.tls.certificate",
        "is not used, as gateway.listenTls is empty: set both or none");
    require(
        tls.clientCertificates() != ClientCertificates.NONE || tls.clientTrust().isEmpty(),
        "gateway.tls.clientTrust",
        "is not used, as clientCertificates is none: choose optional or required");
    file("gateway.tls.certificate", tls.certificate());
    file("gateway.tls.key", tls.key());
    file("gateway.tls.clientTrust", tls.clientTrust());
  }

  private void homes(NodeConfig config) {
    if (!config.gateway().homes()) {
      return;
    }
    String address = config.node().advertisedAddress();
    require(
        !address.isEmpty(),
        "gateway.homes",
        "needs node.advertisedAddress, which is empty: clients are redirected to that address of a node,"
            + " and it has to lead to this node alone");
    require(
        address.isEmpty() || isHost(address),
        "node.advertisedAddress",
        "is no host that clients can be redirected to, as gateway.homes needs: " + address);
    require(
        !config.policies().store().isEmpty(),
        "gateway.homes",
        "needs policies.store, which is empty: without it nodes do not know of each other");
  }

  /** Whether clients can read it as the host of a URL. */
  private static boolean isHost(String address) {
    HostPort at = new HostPort(address, 1);
    try {
      return !at.isEverywhere() && URI.create("pulsar://" + at).getHost() != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private void cluster(NodeConfig config) {
    List<BrokerAddress> brokers = config.cluster().brokers().addresses();
    require(
        !brokers.isEmpty(),
        "cluster.brokers",
        "is missing: name at least one broker, such as pulsar://broker-1:6650");
    List<HostPort> own = Stream.of(config.gateway().listen(), config.gateway().listenTls())
        .flatMap(Optional::stream)
        .toList();
    require(
        brokers.stream().noneMatch(broker -> own.stream().anyMatch(at -> isAt(broker, at))),
        "cluster.brokers",
        "names an address at which this node itself listens, see gateway.listen: it would relay to"
            + " itself");
    require(
        config.cluster().token().isNone() || config.cluster().tokenFile().isEmpty(),
        "cluster.tokenFile",
        "is not used, as cluster.token is set: keep one");
    file("cluster.tokenFile", config.cluster().tokenFile());
  }

  private static boolean isAt(BrokerAddress broker, HostPort own) {
    boolean here = broker.host().equals(own.host())
        || (THIS_MACHINE.contains(broker.host())
            && (own.isEverywhere() || THIS_MACHINE.contains(own.host())));
    return here && broker.port() == own.port();
  }

  private void tlsTowardsBrokers(ClusterSettings cluster) {
    ClusterSettings.Tls tls = cluster.tls();
    pair("cluster.tls", tls.certificate(), tls.key());
    boolean toBrokers = cluster.brokers().tls();
    require(
        toBrokers
            || tls.trust().isEmpty()
            || cluster
                .webService()
                .filter(url -> url.getScheme().equals("https"))
                .isPresent(),
        "cluster.tls.trust",
        "is not used, as cluster.brokers does not begin with pulsar+ssl:// nor cluster.webService with"
            + " https://");
    require(
        toBrokers || tls.certificate().isEmpty(),
        "cluster.tls.certificate",
        "is not used, as cluster.brokers does not begin with pulsar+ssl://");
    file("cluster.tls.trust", tls.trust());
    file("cluster.tls.certificate", tls.certificate());
    file("cluster.tls.key", tls.key());
  }

  private void publish(PublishSettings publish) {
    long buffer = (long) publish.maxMessagePublishBufferSizeInMB() << 20;
    require(
        buffer == 0 || publish.maxHeldBytes() <= buffer / 2,
        "gateway.publish.maxHeldBytes",
        "is more than half of gateway.publish.maxMessagePublishBufferSizeInMB, which counts what is held"
            + " as well: no producer could publish while that waits");
  }

  private void admin(AdminSettings admin) {
    pair("admin.tls", admin.tls().certificate(), admin.tls().key());
    file("admin.tls.certificate", admin.tls().certificate());
    file("admin.tls.key", admin.tls().key());
    AccessCheck.faults(admin.access()).forEach((key, fault) -> require(false, key, fault));
  }

  private void pair(String block, Optional<Path> certificate, Optional<Path> key) {
    require(
        certificate.isPresent() || key.isEmpty(),
        block + ".certificate",
        "is missing: " + block + ".key needs one");
    require(
        key.isPresent() || certificate.isEmpty(),
        block + ".key",
        "is missing: " + block + ".certificate needs one");
  }

  private void file(String key, Optional<Path> file) {
    file.ifPresent(path -> {
      require(Files.exists(path), key, "names a file that does not exist: " + path);
      require(
          Files.isRegularFile(path) && Files.isReadable(path),
          key,
          "names something that is not a readable file: " + path);
    });
  }
}
