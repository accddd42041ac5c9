package io.sluice.gateway;

import io.sluice.gateway.config.BrokerAddress;
import io.sluice.protocol.wire.BaseCommand;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A broker that does what a test tells it: for answers that no real broker gives at will. Everything
 * that a real one can show is tested with a real one.
 */
final class ScriptedBroker implements AutoCloseable {

  /** What the broker does about a frame. */
  interface Script {
    void onFrame(Peer client, BaseCommand command) throws IOException;
  }

  private final ServerSocket server = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
  private final Script script;
  private final List<byte[]> received = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final List<Peer> clients = new CopyOnWriteArrayList<>();

  ScriptedBroker(Script script) throws IOException {
    this.script = script;
    start("acceptor", this::accept);
  }

  /** Accepts every client; the script is asked about everything else. */
  static ScriptedBroker accepting(Script script) throws IOException {
    return new ScriptedBroker((client, command) -> {
      if (command.getType() == BaseCommand.Type.CONNECT) {
        client.send(Commands.connected());
      } else {
        script.onFrame(client, command);
      }
    });
  }

  /** Accepts every client and opens every producer; the script is asked about everything else. */
  static ScriptedBroker opening(Script script) throws IOException {
    return accepting((client, command) -> {
      if (command.getType() == BaseCommand.Type.PRODUCER) {
        client.send(Commands.producerSuccess(command.getProducer().getRequestId()));
      } else {
        script.onFrame(client, command);
      }
    });
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, "scripted-broker-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Peer client = new Peer(server.accept());
        client.socket().setSoTimeout(0);
        connections.incrementAndGet();
        start("client", () -> serve(client));
      }
    } catch (SocketException closed) {
      return;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve(Peer client) {
    try (client) {
      while (true) {
        byte[] frame = client.receiveFrame();
        received.add(frame);
        if (Peer.command(frame).getType() == BaseCommand.Type.CONNECT) {
          clients.add(client);
        }
        script.onFrame(client, Peer.command(frame));
      }
    } catch (EOFException | SocketException closed) {
      return;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  BrokerAddress address() {
    return new BrokerAddress("127.0.0.1", server.getLocalPort());
  }

  String url() {
    return "pulsar://" + address();
  }

  /** Every frame from every client so far. */
  List<byte[]> received() {
    return received;
  }

  List<BaseCommand> receivedOf(BaseCommand.Type type) {
    return received.stream()
        .map(Peer::command)
        .filter(command -> command.getType() == type)
        .toList();
  }

  /** How often it was dialled, be it only to see whether it is there. */
  int connections() {
    return connections.get();
  }

  /** Those that have introduced themselves, in that order. */
  List<Peer> clients() {
    return clients;
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Peer client : clients) {
      client.close();
    }
  }
}
