package io.sluice.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The latest policies and their listeners: the part of a {@link PolicyStore} that is the
 * same wherever it keeps them. Any thread may call it.
 */
public final class Broadcast {

  private static final Logger LOG = LoggerFactory.getLogger(Broadcast.class);

  private final List<Consumer<Policies>> listeners = new ArrayList<>();
  private volatile Policies current;

  public Broadcast(Policies initial) {
    this.current = initial;
  }

  public Policies current() {
    return current;
  }

  /** Changes them, and returns when every listener has been called. */
  public synchronized void change(UnaryOperator<Policies> change) {
    Policies changed = change.apply(current);
    current = changed;
    List.copyOf(listeners).forEach(listener -> tell(listener, changed));
  }

  /** One that throws, as it must not, is not to keep the others from being told. */
  private static void tell(Consumer<Policies> listener, Policies changed) {
    try {
      listener.accept(changed);
    } catch (RuntimeException e) {
      LOG.error("a listener for changes of policies failed", e);
    }
  }

  /** As {@link PolicyStore#subscribe}; the listener has been told when this returns. */
  public synchronized PolicyStore.Subscription subscribe(Consumer<Policies> listener) {
    listeners.add(listener);
    try {
      listener.accept(current);
    } catch (RuntimeException e) {
      listeners.remove(listener); // the caller gets nothing to unsubscribe it by
      throw e;
    }
    return () -> unsubscribe(listener);
  }

  private synchronized void unsubscribe(Consumer<Policies> listener) {
    listeners.remove(listener);
  }
}
