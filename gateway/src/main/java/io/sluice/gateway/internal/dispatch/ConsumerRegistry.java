package io.sluice.gateway.internal.dispatch;

import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The consumers of one connection, by the client's id. Belongs to the connection's event loop. */
final class ConsumerRegistry {

  private final LongObjectMap<Consumer> requested = new LongObjectHashMap<>();
  private final LongObjectMap<Consumer> open = new LongObjectHashMap<>();

  /** How many were asked for or are open. */
  int size() {
    return requested.size() + open.size();
  }

  /** Whether a consumer of this id was asked for and neither opened, refused nor closed since. */
  boolean isRequested(long id) {
    return requested.containsKey(id);
  }

  void request(Consumer consumer) {
    requested.put(consumer.id, consumer);
  }

  /** Forgets that a consumer was asked for; answers whether it was still waited for. */
  boolean answered(Consumer consumer) {
    if (requested.get(consumer.id) != consumer) {
      return false;
    }
    requested.remove(consumer.id);
    return true;
  }

  void forgetRequest(long id) {
    requested.remove(id);
  }

  /** Answers whether there was none of its id. */
  boolean opened(Consumer consumer) {
    return open.putIfAbsent(consumer.id, consumer) == null;
  }

  /** The consumer of that id, if the broker has it. */
  @Nullable
  Consumer get(long id) {
    return open.get(id);
  }

  /** Forgets the consumer of that id, and answers with it. */
  @Nullable
  Consumer remove(long id) {
    return open.remove(id);
  }

  Collection<Consumer> all() {
    return open.values();
  }

  /** Those that are there now, for callers that change that. */
  List<Consumer> snapshot() {
    return List.copyOf(open.values());
  }
}
