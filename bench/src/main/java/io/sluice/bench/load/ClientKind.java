package io.sluice.bench.load;

import io.sluice.client.SluiceClient;
import org.apache.pulsar.client.api.ClientBuilder;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;

/** The clients that are compared. */
public enum ClientKind {

  /** Pulsar's own, as it is. */
  STOCK,

  /** With the add-on; only where it finds the client that it is for, see {@code bench/aware-load}. */
  AWARE;

  public PulsarClient build(ClientBuilder builder) throws PulsarClientException {
    return this == AWARE ? SluiceClient.build(builder) : builder.build();
  }
}
