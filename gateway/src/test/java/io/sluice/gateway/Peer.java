package io.sluice.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sluice.protocol.Frames;
import io.sluice.protocol.wire.BaseCommand;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;

/** One end of a connection, frame by frame and by hand: for what no real client or broker would do. */
public final class Peer implements AutoCloseable {

  private static final int TIMEOUT_MILLIS = 20_000;

  private final Socket socket;
  private final DataInputStream in;

  Peer(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    this.in = new DataInputStream(socket.getInputStream());
  }

  static Peer connectedTo(Gateway gateway) throws IOException {
    InetSocketAddress address = gateway.addresses().get(0);
    return new Peer(new Socket(address.getAddress(), address.getPort()));
  }

  /** A client that a broker has accepted. */
  static Peer acceptedBy(Gateway gateway) throws IOException {
    return accepted(gateway, Commands.connect());
  }

  /** One that understands that it is throttled. */
  static Peer awareOf(Gateway gateway) throws IOException {
    return accepted(gateway, Commands.connectAware());
  }

  private static Peer accepted(Gateway gateway, BaseCommand connect) throws IOException {
    Peer peer = connectedTo(gateway);
    peer.send(connect);
    peer.expect(BaseCommand.Type.CONNECTED);
    return peer;
  }

  Socket socket() {
    return socket;
  }

  void send(BaseCommand command) throws IOException {
    send(ByteBufUtil.getBytes(Frames.of(command)));
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** The next frame, with all its bytes. */
  byte[] receiveFrame() throws IOException {
    int total = in.readInt();
    ByteBuf frame = Unpooled.buffer(4 + total).writeInt(total);
    frame.writeBytes(in.readNBytes(total));
    return ByteBufUtil.getBytes(frame);
  }

  BaseCommand receive() throws IOException {
    return command(receiveFrame());
  }

  public static BaseCommand command(byte[] frame) {
    BaseCommand command = new BaseCommand();
    ByteBuf buffer = Unpooled.wrappedBuffer(frame);
    int size = buffer.getInt(4);
    command.parseFrom(buffer.slice(8, size), size);
    command.materialize();
    return command;
  }

  /** The next command of this type; keep-alive in between is not looked at. */
  BaseCommand expect(BaseCommand.Type type) throws IOException {
    while (true) {
      BaseCommand command = receive();
      if (command.getType() == type) {
        return command;
      }
      if (command.getType() != BaseCommand.Type.PING
          && command.getType() != BaseCommand.Type.PONG) {
        throw new AssertionError("expected " + type + " but got " + command.getType()
            + (command.hasError() ? ": " + command.getError().getMessage() : ""));
      }
    }
  }

  /** The next command of this type, whatever comes before it. */
  BaseCommand skipTo(BaseCommand.Type type) throws IOException {
    BaseCommand command = receive();
    while (command.getType() != type) {
      command = receive();
    }
    return command;
  }

  /** Reads until the other side has closed, and returns the last command before that. */
  @Nullable
  BaseCommand lastBeforeClose() throws IOException {
    BaseCommand last = null;
    try {
      while (true) {
        last = receive();
      }
    } catch (EOFException | SocketException closed) {
      return last;
    }
  }

  /** Ends the connection while the test goes on. */
  void hangUp() throws IOException {
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
