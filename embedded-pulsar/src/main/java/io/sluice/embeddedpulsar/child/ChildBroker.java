package io.sluice.embeddedpulsar.child;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import org.apache.pulsar.broker.PulsarServerException;
import org.apache.pulsar.broker.PulsarService;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.common.configuration.PulsarConfigurationLoader;
import org.jspecify.annotations.Nullable;

/** A broker that can be stopped and started again where it was. */
final class ChildBroker implements AutoCloseable {

  private static final String[] PORTS = {
    "brokerServicePort", "brokerServicePortTls", "webServicePort", "webServicePortTls"
  };

  private final Properties settings;
  private @Nullable PulsarService service;

  ChildBroker(Properties settings) {
    this.settings = (Properties) settings.clone();
  }

  static ServiceConfiguration configuration(Properties settings) throws IOException {
    return PulsarConfigurationLoader.create(
        (Properties) settings.clone(), ServiceConfiguration.class);
  }

  void start() throws IOException, PulsarServerException {
    if (service != null) {
      throw new IllegalStateException("it runs already");
    }
    PulsarService started = new PulsarService(configuration(settings));
    try {
      started.start();
    } catch (PulsarServerException | RuntimeException e) {
      closeAfter(e, started);
      throw e;
    }
    service = started;
    keepPorts(started);
  }

  private static void closeAfter(Exception reason, PulsarService failed) {
    try {
      failed.close();
    } catch (PulsarServerException | RuntimeException e) {
      reason.addSuppressed(e);
    }
  }

  /** The next start is on the ports of this one. */
  private void keepPorts(PulsarService started) {
    ServiceConfiguration conf = started.getConfiguration();
    Object[] ports = {
      conf.getBrokerServicePort(),
      conf.getBrokerServicePortTls(),
      conf.getWebServicePort(),
      conf.getWebServicePortTls()
    };
    for (int i = 0; i < PORTS.length; i++) {
      if (ports[i] instanceof Optional<?> port && port.isPresent()) {
        settings.setProperty(PORTS[i], port.get().toString());
      }
    }
  }

  PulsarService service() {
    return Objects.requireNonNull(service, "the broker is stopped");
  }

  @Override
  public void close() throws PulsarServerException {
    PulsarService running = service;
    service = null;
    if (running != null) {
      running.close();
    }
  }
}
