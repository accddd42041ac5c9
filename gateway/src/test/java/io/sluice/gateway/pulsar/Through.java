package io.sluice.gateway.pulsar;

/** How a client reaches the cluster: what works directly has to work through the gateway. */
enum Through {
  DIRECT {
    @Override
    String serviceUrl() {
      return Clusters.plain().serviceUrl();
    }
  },
  GATEWAY {
    @Override
    String serviceUrl() {
      return Gateways.serviceUrl(Gateways.plain());
    }
  };

  abstract String serviceUrl();
}
