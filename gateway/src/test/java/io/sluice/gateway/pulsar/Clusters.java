package io.sluice.gateway.pulsar;

import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Real clusters, one per configuration, started when first asked for and ended with this JVM. */
final class Clusters {

  private Clusters() {}

  /** Two brokers that authenticate no client, and redirect lookups to each other. */
  static EmbeddedPulsar plain() {
    return Plain.PULSAR;
  }

  private static final class Plain {
    private static final EmbeddedPulsar PULSAR = start(EmbeddedPulsarOptions.defaults()
        .withBrokers(2)
        .withBrokerSettings(Map.of(
            // A broker that is not the leader assigns no bundle, but redirects to the leader.
            "loadBalancerEnabled", "true",
            "loadBalancerSheddingEnabled", "false",
            "loadBalancerAutoBundleSplitEnabled", "false",
            "acknowledgmentAtBatchIndexLevelEnabled", "true",
            "delayedDeliveryTickTimeMillis", "50",
            "isDelayedDeliveryDeliverAtTimeStrict", "true")));
  }

  static EmbeddedPulsar start(EmbeddedPulsarOptions options) {
    try {
      return EmbeddedPulsar.start(options);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
