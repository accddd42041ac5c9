package io.sluice.bench.peers;

import java.io.OutputStream;
import java.util.Optional;
import org.apache.pulsar.broker.authentication.AuthenticationService;
import org.apache.pulsar.client.impl.auth.AuthenticationDisabled;
import org.apache.pulsar.common.configuration.PulsarConfigurationLoader;
import org.apache.pulsar.proxy.server.ProxyConfiguration;
import org.apache.pulsar.proxy.server.ProxyService;

/**
 * Pulsar's own proxy as a process: takes a broker's URL and a number of I/O threads, says where it
 * listens, and ends with its standard input. What is not set here is as Pulsar ships it.
 */
final class PulsarProxyProcess {

  private PulsarProxyProcess() {}

  public static void main(String[] args) {
    try {
      System.out.println("READY pulsar://127.0.0.1:" + start(args[0], Integer.parseInt(args[1])));
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (Exception e) {
      e.printStackTrace();
    }
    // Its threads would go on for ever, and nothing has to wait for what its clients have under way.
    Runtime.getRuntime().halt(0);
  }

  private static int start(String brokerUrl, int ioThreads) throws Exception {
    ProxyConfiguration config = new ProxyConfiguration();
    config.setClusterName("bench");
    config.setBrokerServiceURL(brokerUrl);
    // The broker's port was chosen by the system.
    config.setBrokerProxyAllowedTargetPorts("*");
    config.setNumIOThreads(ioThreads);
    config.setServicePort(Optional.of(0));
    config.setBindAddress("127.0.0.1");
    config.setAdvertisedAddress("127.0.0.1");
    ProxyService proxy = new ProxyService(
        config,
        new AuthenticationService(PulsarConfigurationLoader.convertFrom(config)),
        AuthenticationDisabled.INSTANCE);
    proxy.start();
    return proxy.getListenPort().orElseThrow();
  }
}
