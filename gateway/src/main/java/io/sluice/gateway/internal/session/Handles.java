package io.sluice.gateway.internal.session;

import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import io.sluice.gateway.internal.dispatch.Consumer;
import io.sluice.gateway.internal.dispatch.DispatchThrottle;
import io.sluice.gateway.internal.publish.Producer;
import io.sluice.gateway.internal.publish.PublishThrottle;
import io.sluice.protocol.wire.CommandProducer;
import io.sluice.protocol.wire.CommandSubscribe;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The producers and consumers of one connection. Belongs to the connection's event loop. */
public final class Handles {

  private final int max;
  private final LongObjectMap<Producer> producers = new LongObjectHashMap<>();
  private final LongObjectMap<Producer> asked = new LongObjectHashMap<>();
  private final LongObjectMap<Consumer> consumers = new LongObjectHashMap<>();
  private final LongObjectMap<Consumer> subscribing = new LongObjectHashMap<>();
  private final PublishThrottle publishing;
  private final DispatchThrottle dispatching;

  /**
   * @param publishing is told of every producer when it becomes known, and when it is not any more
   * @param dispatching is told of every consumer likewise
   */
  Handles(int max, PublishThrottle publishing, DispatchThrottle dispatching) {
    this.max = max;
    this.publishing = publishing;
    this.dispatching = dispatching;
  }

  /** Whether there is room for one more producer or consumer. */
  boolean hasRoom() {
    return producers.size() + asked.size() + consumers.size() + subscribing.size() < max;
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
      publishing.opened(producer);
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
  public Producer producer(long producerId) {
    return producers.get(producerId);
  }

  /** The client closes it, and what it has asked for under its id. */
  public void closeProducer(long producerId) {
    asked.remove(producerId);
    var unused = endProducer(producerId);
  }

  /** The broker has closed it. What was asked for when it was still open is yet to be opened. */
  void producerClosed(long producerId) {
    if (!endProducer(producerId)) {
      asked.remove(producerId);
    }
  }

  private boolean endProducer(long producerId) {
    Producer producer = producers.remove(producerId);
    if (producer != null) {
      publishing.closed(producer);
    }
    return producer != null;
  }

  /** Closes everything, as the connection ends. */
  void closeAll() {
    List.copyOf(producers.values()).forEach(producer -> closeProducer(producer.id));
    List.copyOf(consumers.values()).forEach(consumer -> closeConsumer(consumer.id));
  }

  /** Whether a consumer of this id was asked for and neither opened, refused nor closed since. */
  boolean isSubscribing(long consumerId) {
    return subscribing.containsKey(consumerId);
  }

  /**
   * A client asks for a consumer, and no other of its id is asked for. If one of that id is open already,
   * brokers keep that one; its client gives permits anew.
   */
  Consumer ask(CommandSubscribe command) {
    Consumer consumer = Consumer.of(command);
    subscribing.put(consumer.id, consumer);
    dispatching.restarted(consumers.get(consumer.id));
    return consumer;
  }

  /** The broker has it, unless the client has closed it meanwhile or there is one already. */
  void opened(Consumer consumer) {
    if (isAnswered(consumer) && consumers.putIfAbsent(consumer.id, consumer) == null) {
      dispatching.opened(consumer);
    }
  }

  /** The broker refused it; that says nothing about another of the same id. */
  void failed(Consumer consumer) {
    var unused = isAnswered(consumer);
  }

  private boolean isAnswered(Consumer consumer) {
    if (subscribing.get(consumer.id) != consumer) {
      return false;
    }
    subscribing.remove(consumer.id);
    return true;
  }

  /** The consumer of that id, if the broker has it. */
  @Nullable
  public Consumer consumer(long consumerId) {
    return consumers.get(consumerId);
  }

  /** The client closes it, and what it has asked for under its id. */
  void closeConsumer(long consumerId) {
    subscribing.remove(consumerId);
    var unused = endConsumer(consumerId);
  }

  /** The broker has closed it. What was asked for when it was still open is yet to be opened. */
  void consumerClosed(long consumerId) {
    if (!endConsumer(consumerId)) {
      subscribing.remove(consumerId);
    }
  }

  private boolean endConsumer(long consumerId) {
    Consumer consumer = consumers.remove(consumerId);
    if (consumer != null) {
      dispatching.closed(consumer);
    }
    return consumer != null;
  }

  public Collection<Producer> producers() {
    return producers.values();
  }

  public Collection<Consumer> consumers() {
    return consumers.values();
  }
}
