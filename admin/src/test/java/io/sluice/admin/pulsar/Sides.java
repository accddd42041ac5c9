package io.sluice.admin.pulsar;

import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import io.sluice.admin.AdminServer;
import io.sluice.admin.access.AccessSettings;
import io.sluice.admin.node.AdminConfig;
import io.sluice.admin.node.LimitShareSource;
import io.sluice.admin.node.NodeSources;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.client.admin.PulsarAdmin;
import org.apache.pulsar.common.policies.data.TenantInfo;

/**
 * A stock cluster of two brokers, and Sluice in front of it; each side has a tenant of its own. Started
 * when first asked for, and ended with this JVM.
 */
final class Sides {

  private static final Sides SIDES = start();

  private final EmbeddedPulsar pulsar;
  private final AdminServer sluice;
  private final PulsarAdmin toStock;
  private final PulsarAdmin toSluice;

  private Sides(EmbeddedPulsar pulsar) throws Exception {
    this.pulsar = pulsar;
    this.sluice = AdminServer.start(
        new AdminConfig(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            Optional.empty(),
            AccessSettings.NONE,
            Optional.of(URI.create(pulsar.webUrl())),
            Optional.empty(),
            AdminConfig.DEFAULT_MAX_REQUESTS_PER_SECOND),
        new NodeSources(
            "tested",
            "1.0",
            Optional::empty,
            PrometheusMetricReader.create(),
            new InMemoryPolicyStore(Policies.NONE),
            Optional::empty,
            PublishSettings.DEFAULT,
            NodeLimits.NONE,
            () -> CompletableFuture.completedFuture(List.of()),
            group -> Optional.empty(),
            group -> Optional.empty(),
            List::of,
            Map::of,
            List::of,
            topic -> Optional.empty(),
            LimitShareSource.NONE));
    this.toStock = PulsarAdmin.builder().serviceHttpUrl(pulsar.webUrl()).build();
    this.toSluice = PulsarAdmin.builder().serviceHttpUrl(url(sluice)).build();
  }

  private static Sides start() {
    try {
      Sides sides = new Sides(EmbeddedPulsar.start(EmbeddedPulsarOptions.defaults()
          .withBrokers(2)
          // So that both brokers get some of the topics.
          .withBrokerSettings(Map.of(
              "loadBalancerEnabled", "true",
              "loadBalancerSheddingEnabled", "false",
              "loadBalancerAutoBundleSplitEnabled", "false"))));
      for (String tenant : List.of(Step.STOCK, Step.SLUICE)) {
        fill(sides.toStock, tenant);
      }
      return sides;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void fill(PulsarAdmin admin, String tenant) throws Exception {
    TenantInfo info = TenantInfo.builder().allowedClusters(Set.of("standalone")).build();
    admin.tenants().createTenant(tenant, info);
    admin.namespaces().createNamespace(tenant + "/ns", 4);
    admin.topics().createNonPartitionedTopic(tenant + "/ns/orders");
    admin.topics().createNonPartitionedTopic("persistent://" + tenant + "/ns/a b+c é%41");
    admin.topics().createPartitionedTopic(tenant + "/ns/parted", 3);
  }

  static EmbeddedPulsar pulsar() {
    return SIDES.pulsar;
  }

  /** Where Sluice is. */
  static String sluice() {
    return url(SIDES.sluice);
  }

  private static String url(AdminServer admin) {
    return "http://127.0.0.1:" + admin.address().getPort();
  }

  /** The stock client of the cluster itself. */
  static PulsarAdmin stock() {
    return SIDES.toStock;
  }

  static void compare(Step... steps) {
    for (Step step : steps) {
      step.compare(SIDES.toStock, SIDES.toSluice);
    }
  }
}
