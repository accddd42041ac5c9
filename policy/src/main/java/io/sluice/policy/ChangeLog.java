package io.sluice.policy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The latest changes, as many as {@link PolicyStore#MOST_CHANGES}: the part of a {@link PolicyStore} that
 * is the same wherever it keeps them. Any thread may call it.
 */
public final class ChangeLog {

  private final Deque<PolicyChange> newestFirst = new ArrayDeque<>();

  /** Adds one, unless it changed nothing; forgets the oldest if there is no room for it. */
  public synchronized void add(PolicyChange change) {
    if (change.before().equals(change.after())) {
      return;
    }
    if (newestFirst.size() == PolicyStore.MOST_CHANGES) {
      newestFirst.removeLast();
    }
    newestFirst.addFirst(change);
  }

  /** All that there are by now, the newest first. */
  public synchronized List<PolicyChange> newestFirst() {
    return List.copyOf(newestFirst);
  }
}
