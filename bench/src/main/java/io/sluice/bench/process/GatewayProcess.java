package io.sluice.bench.process;

import io.opentelemetry.api.OpenTelemetry;
import io.sluice.gateway.Gateway;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.config.Cluster;
import io.sluice.gateway.config.ConnectionLimits;
import io.sluice.gateway.config.GatewayConfig;
import io.sluice.gateway.config.Listener;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The gateway as a process: takes a broker's URL, a number of I/O threads, a port for its metrics (0 for
 * none) and limits ({@link LimitArgument}), says where it listens, and ends with its standard input.
 */
final class GatewayProcess {

  private GatewayProcess() {}

  public static void main(String[] args) throws IOException {
    List<LimitArgument> limits =
        Arrays.stream(args).skip(3).map(LimitArgument::parse).toList();
    GatewayConfig config = new GatewayConfig(
        List.of(Listener.plain("127.0.0.1", 0)),
        Cluster.of(BrokerAddress.parse(args[0])),
        ConnectionLimits.DEFAULT,
        PublishSettings.DEFAULT,
        node(limits),
        GatewayConfig.DEFAULT_KEEP_ALIVE_INTERVAL,
        Integer.parseInt(args[1]));
    Policies policies = Policies.of(limits.stream()
        .filter(limit -> !limit.isForNode())
        .collect(Collectors.toMap(LimitArgument::key, LimitArgument::limit)));
    int metricsPort = Integer.parseInt(args[2]);
    try (MetricsPage metrics = metricsPort == 0 ? null : new MetricsPage(metricsPort);
        Gateway gateway = Gateway.start(
            config,
            new InMemoryPolicyStore(policies),
            metrics == null ? OpenTelemetry.noop() : metrics.telemetry())) {
      System.out.println(
          "READY pulsar://127.0.0.1:" + gateway.addresses().get(0).getPort());
      System.in.transferTo(OutputStream.nullOutputStream());
    }
  }

  private static NodeLimits node(List<LimitArgument> limits) {
    return limits.stream()
        .filter(LimitArgument::isForNode)
        .findFirst()
        .map(node -> NodeLimits.publish(node.messages(), node.bytes()))
        .orElse(NodeLimits.NONE);
  }
}
