package io.sluice.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.protocol.Frames;
import io.sluice.protocol.ThrottleCommands;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.pulsar.common.api.proto.CommandLookupTopicResponse.LookupType;
import org.apache.pulsar.common.protocol.Commands;
import org.apache.pulsar.common.protocol.schema.SchemaVersion;

/** A broker that acknowledges what it gets, and throttles when the test says so. */
final class ScriptedBroker implements AutoCloseable {

  private record Open(Connection connection, long producerId) {}

  private final ServerSocket server;
  private final List<Connection> connections = new CopyOnWriteArrayList<>();
  private final Map<String, Open> producers = new ConcurrentHashMap<>();
  private final List<String> received = new CopyOnWriteArrayList<>();
  private final List<Long> receipts = new CopyOnWriteArrayList<>();
  private volatile int partitions;
  private volatile boolean answering = true;
  private long request;

  ScriptedBroker() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(() -> {
      while (true) {
        Connection connection = new Connection(server.accept());
        connections.add(connection);
        start(connection::serve);
      }
    });
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread = new Thread(() -> {
      try {
        work.run();
      } catch (IOException e) {
        // Its socket is closed, by the other side or by the test.
        Thread.currentThread().interrupt();
      }
    });
    thread.setDaemon(true);
    thread.start();
  }

  String url() {
    return "pulsar://127.0.0.1:" + server.getLocalPort();
  }

  /** Of every topic; 0 means that it is not partitioned. */
  void partitions(int count) {
    partitions = count;
  }

  void answering(boolean yes) {
    answering = yes;
  }

  /** Texts of what has arrived, batches as their number of messages. */
  List<String> received() {
    return received;
  }

  int connectionCount() {
    return connections.size();
  }

  /** Throttles the producer of a topic that was opened last, and waits for its promise. */
  void throttle(String topic, ThrottlingReason reason, long millis) {
    Open open = Objects.requireNonNull(producers.get(topic), topic);
    long requestId = ++request;
    open.connection.write(ThrottleCommands.throttle(requestId, open.producerId, reason, millis));
    await(() -> receipts.contains(requestId));
  }

  void closeProducer(String topic) {
    Open open = Objects.requireNonNull(producers.get(topic), topic);
    open.connection.write(Commands.newCloseProducer(open.producerId, ++request));
  }

  void dropConnections() {
    for (Connection connection : connections) {
      connection.close();
    }
  }

  static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("waited for 30 s in vain");
      }
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    dropConnections();
  }

  private final class Connection {
    private final Socket socket;
    private final BaseCommand command = new BaseCommand();

    private Connection(Socket socket) {
      this.socket = socket;
    }

    private synchronized void write(ByteBuf frame) {
      try {
        byte[] bytes = new byte[frame.readableBytes()];
        frame.readBytes(bytes);
        socket.getOutputStream().write(bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        frame.release();
      }
    }

    private void close() {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void serve() throws IOException {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      while (true) {
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        ByteBuf buffer = Unpooled.wrappedBuffer(frame);
        command.parseFrom(buffer, buffer.readInt());
        answer(buffer);
      }
    }

    /** Pulsar's own way to say it is not the same in all versions. */
    private static ByteBuf connected() {
      BaseCommand connected = new BaseCommand().setType(BaseCommand.Type.CONNECTED);
      connected.setConnected().setServerVersion("scripted").setProtocolVersion(20);
      return Frames.of(connected);
    }

    private void answer(ByteBuf rest) {
      switch (command.getType()) {
        case CONNECT -> write(connected());
        case PING -> write(Commands.newPong());
        case PARTITIONED_METADATA ->
          write(Commands.newPartitionMetadataResponse(
              partitions, command.getPartitionMetadata().getRequestId()));
        case LOOKUP ->
          write(Commands.newLookupResponse(
              url(),
              null,
              true,
              LookupType.Connect,
              command.getLookupTopic().getRequestId(),
              false));
        case PRODUCER -> {
          var producer = command.getProducer();
          producers.put(producer.getTopic(), new Open(this, producer.getProducerId()));
          write(Commands.newProducerSuccess(
              producer.getRequestId(),
              "producer-" + producer.getProducerId(),
              SchemaVersion.Empty));
        }
        case CLOSE_PRODUCER ->
          write(Commands.newSuccess(command.getCloseProducer().getRequestId()));
        case THROTTLE_PRODUCER_RECEIPT ->
          receipts.add(command.getThrottleProducerReceipt().getRequestId());
        case SEND -> {
          var send = command.getSend();
          // Behind the magic number, the checksum and the metadata.
          rest.skipBytes(6);
          rest.skipBytes(rest.readInt());
          received.add(
              send.getNumMessages() > 1
                  ? send.getNumMessages() + " messages"
                  : rest.toString(StandardCharsets.UTF_8));
          if (answering) {
            write(Commands.newSendReceipt(
                send.getProducerId(),
                send.getSequenceId(),
                send.hasHighestSequenceId() ? send.getHighestSequenceId() : send.getSequenceId(),
                1,
                send.getSequenceId()));
          }
        }
        default -> {}
      }
    }
  }
}
