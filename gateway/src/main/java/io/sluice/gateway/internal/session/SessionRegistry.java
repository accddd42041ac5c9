package io.sluice.gateway.internal.session;

import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The sessions of a gateway. Any thread may call it. */
public final class SessionRegistry {

  private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
  private final AtomicLong ids = new AtomicLong();
  private volatile boolean goingDown;

  long nextId() {
    return ids.incrementAndGet();
  }

  /** The sessions at this moment. */
  public Collection<Session> all() {
    return Collections.unmodifiableSet(sessions);
  }

  /** From now on sessions are closed as soon as they open; those that are there are not touched. */
  public void goDown() {
    goingDown = true;
  }

  public boolean isGoingDown() {
    return goingDown;
  }

  /** Adds a session; answers whether it may stay. */
  boolean add(Session session) {
    sessions.add(session);
    // After it was added: either this sees that the gateway goes down, or goDown's caller the
    // session.
    return !goingDown;
  }

  void remove(Session session) {
    sessions.remove(session);
  }
}
