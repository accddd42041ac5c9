package io.sluice.bench.nodes;

import io.sluice.bench.load.Clients;
import io.sluice.bench.load.Payload;
import io.sluice.bench.load.Push;
import io.sluice.bench.process.Middle;
import java.util.ArrayList;
import java.util.List;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;

/** Producers that push to one topic, each side's with a client of its own. */
final class TopicLoad implements AutoCloseable {

  private static final int MESSAGE_BYTES = 100;

  /** Per producer; more than are let through between a receipt and the next message. */
  private static final int MAX_PENDING = 100;

  private final Clients clients = new Clients();
  private final List<Push> sides = new ArrayList<>();

  /**
   * Opens the producers, which do not publish yet.
   *
   * @param producers how many come from each side
   */
  static TopicLoad open(Way way, String topic, List<Integer> producers)
      throws PulsarClientException {
    TopicLoad load = new TopicLoad();
    boolean opened = false;
    try {
      for (int side = 0; side < producers.size(); side++) {
        load.openSide(way.middles().get(side), topic, producers.get(side));
      }
      opened = true;
      return load;
    } finally {
      if (!opened) {
        load.close();
      }
    }
  }

  private void openSide(Middle middle, String topic, int producers) throws PulsarClientException {
    PulsarClient client = clients.open(middle);
    Push push = new Push(Payload.of(MESSAGE_BYTES));
    for (int i = 0; i < producers; i++) {
      push.add(Push.producer(client, topic, 1, MAX_PENDING), MAX_PENDING);
    }
    sides.add(push);
  }

  /** The producers of one side begin to publish as much as they may. */
  void begin(int side) {
    sides.get(side).begin();
  }

  /** All do. */
  void begin() {
    sides.forEach(Push::begin);
  }

  /** How many messages of each producer were acknowledged so far, side by side. */
  List<Long> byProducer() {
    return sides.stream().flatMap(side -> side.acknowledged().stream()).toList();
  }

  /** The same by sides. */
  List<Long> bySide() {
    return sides.stream()
        .map(side -> side.acknowledged().stream().mapToLong(Long::longValue).sum())
        .toList();
  }

  @Override
  public void close() {
    sides.forEach(Push::close);
    clients.close();
  }
}
