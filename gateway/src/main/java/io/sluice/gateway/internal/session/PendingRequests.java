package io.sluice.gateway.internal.session;

import io.netty.buffer.ByteBuf;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import io.sluice.gateway.internal.session.PendingRequest.Lookup;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * What a client has asked and no broker has answered yet, by the client's request id. Lookups take
 * one of the node's slots each. Belongs to the connection's event loop.
 */
final class PendingRequests {

  /** Clients have given up on a lookup long before. */
  private static final int MAX_TICKS = 8;

  private final LookupSlots slots;
  private final int max;
  private final LongObjectMap<PendingRequest> requests = new LongObjectHashMap<>();
  private long tick;

  PendingRequests(LookupSlots slots, int max) {
    this.slots = slots;
    this.max = max;
  }

  /** Whether there is room for a lookup on this node; if so, it is remembered. */
  boolean askLookup(long requestId, ByteBuf frame) {
    if (isFull() || !slots.take()) {
      return false;
    }
    put(requestId, new Lookup(frame, tick));
    return true;
  }

  boolean isFull() {
    return requests.size() >= max;
  }

  void put(long requestId, PendingRequest request) {
    release(requests.put(requestId, request));
  }

  /** What this is the answer to, if it is known; it is forgotten with that. */
  @Nullable
  PendingRequest answered(long requestId) {
    PendingRequest request = requests.remove(requestId);
    release(request);
    return request;
  }

  /** Forgets lookups that their clients have given up on. To be called at a steady, slow pace. */
  void tick() {
    tick++;
    Iterator<PendingRequest> all = requests.values().iterator();
    while (all.hasNext()) {
      if (all.next() instanceof Lookup lookup && tick - lookup.sinceTick() > MAX_TICKS) {
        all.remove();
        slots.giveBack(1);
      }
    }
  }

  /** Gives back what is still held; to be called when the connection ends. */
  void clear() {
    requests.values().forEach(this::release);
    requests.clear();
  }

  int size() {
    return requests.size();
  }

  private void release(@Nullable PendingRequest request) {
    if (request instanceof Lookup) {
      slots.giveBack(1);
    }
  }
}
