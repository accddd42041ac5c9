package io.sluice.server.console;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A wire between a browser and a node that a test can cut, and mend. */
final class Relay implements AutoCloseable {

  private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final URI node;
  private volatile boolean isCut;

  /** @param node where the node is */
  Relay(String node) throws IOException {
    this.node = URI.create(node);
    threads.execute(this::accept);
  }

  String url(String path) {
    return "http://127.0.0.1:" + door.getLocalPort() + path;
  }

  /** All that is under way breaks off, and nothing else gets through. */
  void cut() throws IOException {
    isCut = true;
    for (Socket socket : open) {
      socket.close();
    }
  }

  void mend() {
    isCut = false;
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        open.add(client);
        if (isCut) {
          client.close();
          continue;
        }
        Socket server = new Socket(node.getHost(), node.getPort());
        open.add(server);
        threads.execute(() -> pass(client, server));
        threads.execute(() -> pass(server, client));
      } catch (IOException e) {
        // Closed, by the browser or by us: there is nothing to accept.
      }
    }
  }

  /** Until either is closed, which closes the other. */
  private void pass(Socket from, Socket to) {
    try (from;
        to;
        InputStream in = from.getInputStream()) {
      in.transferTo(to.getOutputStream());
    } catch (IOException e) {
      // Cut, or closed by the other side: both are closed by now.
    } finally {
      open.remove(from);
    }
  }

  @Override
  public void close() throws IOException {
    door.close();
    cut();
    threads.shutdownNow();
  }
}
