package io.sluice.gateway.internal.publish;

import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The producers of one connection, by the client's id. Belongs to the connection's event loop. */
final class ProducerRegistry {

  private final LongObjectMap<ProducerRequest> requested = new LongObjectHashMap<>();
  private final LongObjectMap<Producer> open = new LongObjectHashMap<>();

  /** How many were asked for or are open. */
  int size() {
    return requested.size() + open.size();
  }

  /** Whether a producer of this id was asked for and neither opened, refused nor closed since. */
  boolean isRequested(long id) {
    return requested.containsKey(id);
  }

  void request(ProducerRequest request) {
    requested.put(request.id, request);
  }

  /** Forgets a request; answers whether it was still waited for. */
  boolean answered(ProducerRequest request) {
    if (requested.get(request.id) != request) {
      return false;
    }
    requested.remove(request.id);
    return true;
  }

  void forgetRequest(long id) {
    requested.remove(id);
  }

  void opened(Producer producer) {
    open.put(producer.traffic().id(), producer);
  }

  /** The producer of that id, if the broker has it. */
  @Nullable
  Producer get(long id) {
    return open.get(id);
  }

  /** Forgets a producer; answers whether it was there. */
  boolean remove(Producer producer) {
    long id = producer.traffic().id();
    if (open.get(id) != producer) {
      return false;
    }
    open.remove(id);
    return true;
  }

  Collection<Producer> all() {
    return open.values();
  }

  /** Those that are there now, for callers that change that. */
  List<Producer> snapshot() {
    return List.copyOf(open.values());
  }
}
