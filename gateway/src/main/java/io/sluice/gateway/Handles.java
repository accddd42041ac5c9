package io.sluice.gateway;

import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import io.sluice.gateway.ConnectionView.ConsumerView;
import io.sluice.protocol.wire.CommandProducer;
import io.sluice.protocol.wire.CommandSubscribe;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The producers and consumers of one connection. Belongs to the connection's event loop. */
final class Handles {

  private final int max;
  private final LongObjectMap<Producer> producers = new LongObjectHashMap<>();
  private final LongObjectMap<Producer> asked = new LongObjectHashMap<>();
  private final LongObjectMap<ConsumerView> consumers = new LongObjectHashMap<>();
  private final Consumer<Producer> appears;
  private final Consumer<Producer> disappears;

  /**
   * @param appears is told of every producer when it becomes known
   * @param disappears is told of it when it is not any more
   */
  Handles(int max, Consumer<Producer> appears, Consumer<Producer> disappears) {
    this.max = max;
    this.appears = appears;
    this.disappears = disappears;
  }

  /** Whether there is room for one more producer or consumer. */
  boolean hasRoom() {
    return producers.size() + asked.size() + consumers.size() < max;
  }

  /** Whether a producer of this id was asked for and neither opened, refused nor closed since. */
  boolean isAskedFor(long producerId) {
    return asked.containsKey(producerId);
  }

  /**
   * A client asks for a producer, and no other of its id is asked for. It is known when the broker has
   * it, not before: who may not publish to a topic must not be able to use up its limit.
   */
  Producer ask(CommandProducer command) {
    long id = command.getProducerId();
    String name = command.hasProducerName() ? command.getProducerName() : "";
    Producer producer = new Producer(id, command.getTopic(), name);
    asked.put(id, producer);
    return producer;
  }

  /**
   * The broker has it, unless the client has closed it meanwhile. If one of that id was open already,
   * brokers keep that one, whatever the other was for.
   */
  void opened(Producer producer, String name) {
    if (!isAnswered(producer)) {
      return;
    }
    Producer open = producers.get(producer.id);
    if (open == null) {
      open = producer;
      producers.put(producer.id, producer);
      appears.accept(producer);
    }
    open.name = name;
  }

  /** The broker refused it; that says nothing about another of the same id. */
  void failed(Producer producer) {
    var unused = isAnswered(producer);
  }

  private boolean isAnswered(Producer producer) {
    if (asked.get(producer.id) != producer) {
      return false;
    }
    asked.remove(producer.id);
    return true;
  }

  /** The producer of that id, if the broker has it. */
  @Nullable
  Producer producer(long producerId) {
    return producers.get(producerId);
  }

  /** Closes it, and what was asked for under its id. */
  void closeProducer(long producerId) {
    asked.remove(producerId);
    Producer producer = producers.remove(producerId);
    if (producer != null) {
      disappears.accept(producer);
    }
  }

  /** Closes every producer, as the connection ends. */
  void closeProducers() {
    List.copyOf(producers.values()).forEach(producer -> closeProducer(producer.id));
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

  int producerCount() {
    return producers.size();
  }

  int consumerCount() {
    return consumers.size();
  }

  Collection<Producer> producers() {
    return producers.values();
  }

  List<ConsumerView> consumers() {
    return List.copyOf(consumers.values());
  }
}
