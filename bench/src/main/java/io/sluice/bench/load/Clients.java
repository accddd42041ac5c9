package io.sluice.bench.load;

import io.sluice.bench.process.Middle;
import java.util.ArrayList;
import java.util.List;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.PulsarClientSharedResources;
import org.jspecify.annotations.Nullable;

/** Clients, of one connection each for what they publish. */
public final class Clients implements AutoCloseable {

  private final ClientKind kind;
  private final @Nullable PulsarClientSharedResources threads;
  private final List<PulsarClient> open = new ArrayList<>();

  /** Stock clients that share their threads, as hundreds of clients would have thousands of them. */
  public Clients() {
    this.kind = ClientKind.STOCK;
    this.threads = PulsarClientSharedResources.builder().build();
  }

  /** A few clients of a kind, with threads of their own. */
  public Clients(ClientKind kind) {
    this.kind = kind;
    this.threads = null;
  }

  public PulsarClient open(Middle middle) throws PulsarClientException {
    PulsarClient client =
        kind.build(threads == null ? middle.client() : middle.client().sharedResources(threads));
    open.add(client);
    return client;
  }

  /**
   * Ends all connections, without waiting for messages that are under way, which may be held for
   * minutes, or for the threads, which take seconds to end.
   */
  @Override
  public void close() {
    if (threads == null) {
      open.forEach(client -> inBackground(client::shutdown)); // each waits for its own threads
    } else {
      inBackground(() -> {
        for (PulsarClient client : open) {
          client.shutdown();
        }
        threads.close(); // this is what ends the connections
      });
    }
  }

  private interface Closing {
    void run() throws PulsarClientException;
  }

  private static void inBackground(Closing closing) {
    Thread thread = new Thread(
        () -> {
          try {
            closing.run();
          } catch (PulsarClientException e) {
            throw new IllegalStateException("clients did not end", e);
          }
        },
        "clients-closing");
    thread.setDaemon(true);
    thread.start();
  }
}
