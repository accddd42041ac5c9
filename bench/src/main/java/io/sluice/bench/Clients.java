package io.sluice.bench;

import java.util.ArrayList;
import java.util.List;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.PulsarClientSharedResources;

/**
 * Clients, of one connection each for what they publish. They share their threads, as hundreds of
 * clients would have thousands of them.
 */
final class Clients implements AutoCloseable {

  private final PulsarClientSharedResources threads =
      PulsarClientSharedResources.builder().build();
  private final List<PulsarClient> open = new ArrayList<>();

  PulsarClient open(Middle middle) throws PulsarClientException {
    PulsarClient client = middle.client().sharedResources(threads).build();
    open.add(client);
    return client;
  }

  /**
   * Ends all connections, without waiting for what is under way: it may be held for minutes. Nor does
   * anybody wait for the threads, which take seconds to end.
   */
  @Override
  public void close() {
    Thread closing = new Thread(this::shutdown, "clients-closing");
    closing.setDaemon(true);
    closing.start();
  }

  private void shutdown() {
    try {
      for (PulsarClient client : open) {
        client.shutdown();
      }
      threads.close(); // this is what ends the connections
    } catch (PulsarClientException e) {
      throw new IllegalStateException("clients did not end", e);
    }
  }
}
