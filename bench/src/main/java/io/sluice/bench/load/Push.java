package io.sluice.bench.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;

/**
 * Producers that push without pause, each from a thread of its own, which its client blocks while as
 * much is pending as may be.
 */
public final class Push implements AutoCloseable {

  /** How much of what may be pending is enough to say that a producer is being held. */
  private static final double FULL = 0.9;

  private static final class Pusher extends Thread {

    private final Producer<byte[]> producer;
    private final int maxPending;
    private final byte[] payload;
    private final Receipts receipts = new Receipts();
    private volatile boolean running = true;
    private volatile long sent;

    private Pusher(Producer<byte[]> producer, int maxPending, byte[] payload) {
      super("push-" + producer.getTopic());
      this.producer = producer;
      this.maxPending = maxPending;
      this.payload = payload;
      setDaemon(true);
    }

    @Override
    public void run() {
      for (long count = 1; running; count++) {
        receipts.send(producer, payload, answered -> {});
        sent = count;
      }
    }

    private boolean isHeld() {
      return sent - receipts.count() > FULL * maxPending;
    }
  }

  private final List<Pusher> pushers = new ArrayList<>();
  private final byte[] payload;

  public Push(byte[] payload) {
    this.payload = payload;
  }

  /** A producer of whole batches, or of single messages, that never gives one up. */
  public static Producer<byte[]> producer(
      PulsarClient client, String topic, int batch, int maxPending) throws PulsarClientException {
    return client
        .newProducer()
        .topic(topic)
        .enableBatching(batch > 1)
        .batchingMaxMessages(batch)
        .batchingMaxPublishDelay(1, TimeUnit.SECONDS)
        .maxPendingMessages(maxPending)
        .blockIfQueueFull(true)
        .sendTimeout(0, TimeUnit.SECONDS)
        .create();
  }

  /** Adds a producer, which blocks when so many messages are pending. */
  public void add(Producer<byte[]> producer, int maxPending) {
    pushers.add(new Pusher(producer, maxPending, payload));
  }

  /** Starts all. */
  public void begin() {
    pushers.forEach(Thread::start);
  }

  /** Starts all, and waits until each of them is being held. */
  public void start() {
    begin();
    for (Pusher pusher : pushers) {
      pusher.receipts.await("a full queue in " + pusher.getName(), pusher::isHeld);
    }
  }

  /**
   * How many messages of each were acknowledged so far.
   *
   * @throws IllegalStateException if one has failed
   */
  public List<Long> acknowledged() {
    pushers.forEach(pusher -> pusher.receipts.check());
    return pushers.stream().map(pusher -> pusher.receipts.count()).toList();
  }

  /** Sends nothing more; what is pending stays so. */
  @Override
  public void close() {
    for (Pusher pusher : pushers) {
      pusher.running = false;
      pusher.interrupt();
    }
  }
}
