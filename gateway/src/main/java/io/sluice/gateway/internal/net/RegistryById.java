package io.sluice.gateway.internal.net;

import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The producers of one connection, or its consumers, by the ids that the client has given them: those it
 * has asked for, and those that the broker has opened. Belongs to the connection's event loop.
 *
 * @param <R> what is known of one that was asked for
 * @param <T> one that is open
 */
public final class RegistryById<R, T> {

  private final LongObjectMap<R> requested = new LongObjectHashMap<>();
  private final LongObjectMap<T> open = new LongObjectHashMap<>();

  /** How many were asked for or are open. */
  public int size() {
    return requested.size() + open.size();
  }

  /** Whether one of this id was asked for and neither opened, refused nor closed since. */
  public boolean isRequested(long id) {
    return requested.containsKey(id);
  }

  /** The client asks for one. */
  public void request(long id, R request) {
    requested.put(id, request);
  }

  /** Forgets a request; answers whether it was still waited for. */
  public boolean answered(long id, R request) {
    if (requested.get(id) != request) {
      return false;
    }
    requested.remove(id);
    return true;
  }

  /** Forgets what was asked for under an id, if anything was. */
  public void forgetRequest(long id) {
    requested.remove(id);
  }

  /** Answers whether there was none of its id; if there was, that one stays. */
  public boolean opened(long id, T opened) {
    return open.putIfAbsent(id, opened) == null;
  }

  /** The one of that id, if the broker has it. */
  public @Nullable T get(long id) {
    return open.get(id);
  }

  /** Forgets the one of that id, and answers with it. */
  public @Nullable T remove(long id) {
    return open.remove(id);
  }

  /** Those that are open. */
  public Collection<T> all() {
    return open.values();
  }

  /** Those that are open now, for callers that change that. */
  public List<T> snapshot() {
    return List.copyOf(open.values());
  }
}
