package io.sluice.gateway;

import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import io.sluice.gateway.ConnectionView.ConsumerView;
import io.sluice.gateway.ConnectionView.ProducerView;
import io.sluice.protocol.wire.CommandProducer;
import io.sluice.protocol.wire.CommandSubscribe;
import java.util.List;

/** The producers and consumers of one connection. Belongs to the connection's event loop. */
final class Handles {

  /** A producer, open or asked for. */
  static final class Producer {
    private final long id;
    private final String topic;
    private String name;
    private long messages;
    private long bytes;
    private int pending;
    private boolean closed;

    private Producer(long id, String topic, String name) {
      this.id = id;
      this.topic = topic;
      this.name = name;
    }
  }

  private final int max;
  private final LongObjectMap<Producer> producers = new LongObjectHashMap<>();
  private final LongObjectMap<ConsumerView> consumers = new LongObjectHashMap<>();
  private int pendingSends;

  Handles(int max) {
    this.max = max;
  }

  /** Whether there is room for one more producer or consumer. */
  boolean hasRoom() {
    return producers.size() + consumers.size() < max;
  }

  /**
   * A client asks for a producer. Of two with the same id brokers keep the first until it is closed,
   * whatever the second is for, and so is it here.
   */
  Producer open(CommandProducer command) {
    long id = command.getProducerId();
    String name = command.hasProducerName() ? command.getProducerName() : "";
    Producer asked = new Producer(id, command.getTopic(), name);
    producers.putIfAbsent(id, asked);
    return asked;
  }

  /** The broker has it. If it is the second of its id, the first may have failed meanwhile. */
  void opened(Producer asked, String name) {
    if (!asked.closed) {
      producers.putIfAbsent(asked.id, asked);
    }
    Producer producer = producers.get(asked.id);
    if (producer != null) {
      producer.name = name;
    }
  }

  /** The broker refused it; that says nothing about another of the same id. */
  void failed(Producer asked) {
    if (producers.get(asked.id) == asked) {
      closeProducer(asked.id);
    }
  }

  void closeProducer(long producerId) {
    Producer producer = producers.remove(producerId);
    if (producer != null) {
      producer.closed = true;
      pendingSends -= producer.pending;
    }
  }

  /** A client asks for a consumer; what is said of producers is true of these. */
  ConsumerView open(CommandSubscribe command) {
    long id = command.getConsumerId();
    ConsumerView asked = new ConsumerView(
        id,
        command.getTopic(),
        command.getSubscription(),
        command.hasSubType() ? command.getSubType().name() : "",
        command.hasConsumerName() ? command.getConsumerName() : "");
    consumers.putIfAbsent(id, asked);
    return asked;
  }

  /** The broker refused it; that says nothing about another of the same id. */
  @SuppressWarnings("ReferenceEquality") // the very one, not one that looks like it
  void failed(ConsumerView asked) {
    if (consumers.get(asked.id()) == asked) {
      consumers.remove(asked.id());
    }
  }

  void closeConsumer(long consumerId) {
    consumers.remove(consumerId);
  }

  /**
   * Notes a frame that is to be passed on; false if there is no such producer. A frame has one message
   * at least, whatever it says.
   */
  boolean sent(long producerId, int messages, int bytes) {
    Producer producer = producers.get(producerId);
    if (producer == null) {
      return false;
    }
    producer.messages += Math.max(1, messages);
    producer.bytes += bytes;
    producer.pending++;
    pendingSends++;
    return true;
  }

  /** A frame was answered, one way or the other. */
  void answered(long producerId) {
    Producer producer = producers.get(producerId);
    if (producer != null && producer.pending > 0) {
      producer.pending--;
      pendingSends--;
    }
  }

  /** Frames that were passed on, and neither answered nor given up with their producer. */
  int pendingSends() {
    return pendingSends;
  }

  int producerCount() {
    return producers.size();
  }

  int consumerCount() {
    return consumers.size();
  }

  List<ProducerView> producers() {
    return producers.values().stream()
        .map(p -> new ProducerView(p.id, p.topic, p.name, p.messages, p.bytes, p.pending))
        .toList();
  }

  List<ConsumerView> consumers() {
    return List.copyOf(consumers.values());
  }
}
