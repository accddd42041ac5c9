package io.sluice.bench;

import io.opentelemetry.api.OpenTelemetry;
import io.sluice.gateway.BrokerAddress;
import io.sluice.gateway.Cluster;
import io.sluice.gateway.ConnectionLimits;
import io.sluice.gateway.Gateway;
import io.sluice.gateway.GatewayConfig;
import io.sluice.gateway.Listener;
import io.sluice.gateway.PublishSettings;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * The gateway as a process: takes a broker's URL and a number of I/O threads, says where it
 * listens, and ends with its standard input.
 */
final class GatewayProcess {

  private GatewayProcess() {}

  public static void main(String[] args) throws IOException {
    GatewayConfig config = new GatewayConfig(
        List.of(Listener.plain("127.0.0.1", 0)),
        Cluster.of(BrokerAddress.parse(args[0])),
        ConnectionLimits.DEFAULT,
        PublishSettings.DEFAULT,
        GatewayConfig.DEFAULT_KEEP_ALIVE_INTERVAL,
        Integer.parseInt(args[1]));
    try (Gateway gateway =
        Gateway.start(config, new InMemoryPolicyStore(Policies.NONE), OpenTelemetry.noop())) {
      System.out.println(
          "READY pulsar://127.0.0.1:" + gateway.addresses().get(0).getPort());
      System.in.transferTo(OutputStream.nullOutputStream());
    }
  }
}
