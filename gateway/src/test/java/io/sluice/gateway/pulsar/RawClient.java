package io.sluice.gateway.pulsar;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sluice.protocol.Frames;
import io.sluice.protocol.wire.BaseCommand;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;

/** A client by hand, for what the stock one would never say. */
final class RawClient implements AutoCloseable {

  private static final int TIMEOUT_MILLIS = 30_000;

  private final Socket socket;

  RawClient(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(TIMEOUT_MILLIS);
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  void send(BaseCommand command) throws IOException {
    send(ByteBufUtil.getBytes(Frames.of(command)));
  }

  BaseCommand receive() throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    byte[] frame = in.readNBytes(in.readInt());
    BaseCommand command = new BaseCommand();
    int size = Unpooled.wrappedBuffer(frame).readInt();
    command.parseFrom(Unpooled.wrappedBuffer(frame, Integer.BYTES, size), size);
    command.materialize();
    return command;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
