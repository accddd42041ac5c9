package io.sluice.gateway.pulsar;

import io.opentelemetry.api.OpenTelemetry;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.gateway.Gateway;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.config.Cluster;
import io.sluice.gateway.config.GatewayConfig;
import io.sluice.gateway.config.GroupSharing;
import io.sluice.gateway.config.HomeNodes;
import io.sluice.gateway.config.Listener;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.ConnectionView.ConsumerView;
import io.sluice.gateway.view.ConnectionView.ProducerView;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Gateways in front of real clusters. */
public final class Gateways {

  private Gateways() {}

  /** The one that most tests share. */
  static Gateway plain() {
    return Plain.GATEWAY;
  }

  private static final class Plain {
    private static final Gateway GATEWAY = start(cluster(Clusters.plain()));
  }

  /** All brokers of a cluster. */
  static Cluster cluster(EmbeddedPulsar pulsar) {
    return Cluster.of(pulsar.brokers().stream()
        .map(broker -> BrokerAddress.parse(broker.serviceUrl().toString()))
        .toArray(BrokerAddress[]::new));
  }

  static Gateway start(Cluster cluster) {
    return start(GatewayConfig.of(Listener.plain("127.0.0.1", 0), cluster));
  }

  static Gateway start(GatewayConfig config) {
    return start(config, new InMemoryPolicyStore(Policies.NONE));
  }

  static Gateway start(Cluster cluster, PolicyStore policies) {
    return start(GatewayConfig.of(Listener.plain("127.0.0.1", 0), cluster), policies);
  }

  private static Gateway start(GatewayConfig config, PolicyStore policies) {
    try {
      return Gateway.start(config, policies, OpenTelemetry.noop());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One whose topics may have homes. */
  static Gateway start(GatewayConfig config, PolicyStore policies, HomeNodes homes) {
    try {
      return Gateway.start(config, policies, GroupSharing.alone(), homes, OpenTelemetry.noop());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static int port(Gateway gateway) {
    return gateway.addresses().get(0).getPort();
  }

  static String serviceUrl(Gateway gateway) {
    return "pulsar://127.0.0.1:" + port(gateway);
  }

  static List<ConnectionView> connections(Gateway gateway) throws Exception {
    return gateway.connections().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  static List<ProducerView> producers(Gateway gateway, String topic) throws Exception {
    return connections(gateway).stream()
        .flatMap(connection -> connection.producers().stream())
        .filter(producer -> producer.topic().equals(topic))
        .toList();
  }

  static List<ConsumerView> consumers(Gateway gateway, String topic) throws Exception {
    return connections(gateway).stream()
        .flatMap(connection -> connection.consumers().stream())
        .filter(consumer -> consumer.topic().equals(topic))
        .toList();
  }
}
