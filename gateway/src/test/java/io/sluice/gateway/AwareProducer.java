package io.sluice.gateway;

import io.netty.buffer.ByteBufUtil;
import io.sluice.protocol.ThrottleCommands;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandThrottleProducer;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A producer that always has something to send, and waits whenever it is told to: a few frames are under
 * way at most, as with the official add-on.
 */
final class AwareProducer implements AutoCloseable {

  private static final int MOST_UNDER_WAY = 8;

  private final Peer peer;
  private final long producerId;
  private final Semaphore underWay = new Semaphore(MOST_UNDER_WAY);
  private final Thread sender = new Thread(this::send, "polite-sender");
  private final Thread reader = new Thread(this::read, "polite-reader");
  private long untilNanos = System.nanoTime();
  private volatile boolean closed;

  AwareProducer(Peer peer, long producerId) {
    this.peer = peer;
    this.producerId = producerId;
  }

  void start() {
    sender.start();
    reader.start();
  }

  private void send() {
    try {
      for (long sequenceId = 0; !closed; sequenceId++) {
        if (!underWay.tryAcquire(1, TimeUnit.SECONDS)) {
          continue;
        }
        while (!sendNow(sequenceId) && !closed) {
          TimeUnit.MILLISECONDS.sleep(1); // the pause may end early
        }
      }
    } catch (InterruptedException | IOException e) {
      closed = true;
    }
  }

  /** Under the lock, or a frame could follow the answer that promises to hold it. */
  private synchronized boolean sendNow(long sequenceId) throws IOException {
    if (untilNanos - System.nanoTime() > 0) {
      return false;
    }
    peer.send(Commands.send(producerId, sequenceId, 100));
    return true;
  }

  private synchronized void waitAsTold(CommandThrottleProducer told) throws IOException {
    untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(told.getPauseForMillis());
    peer.send(ByteBufUtil.getBytes(ThrottleCommands.receipt(told.getRequestId())));
  }

  private void read() {
    try {
      while (true) {
        BaseCommand command = peer.receive();
        if (command.getType() == BaseCommand.Type.SEND_RECEIPT) {
          underWay.release();
        } else if (command.getType() == BaseCommand.Type.THROTTLE_PRODUCER) {
          waitAsTold(command.getThrottleProducer());
        }
      }
    } catch (EOFException | SocketException e) {
      closed = true;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    peer.close();
  }
}
