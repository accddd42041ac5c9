package io.sluice.core;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A gate that is closed while at least one reason is present: it closes on the first and opens on
 * the last, so that no reason opens it for another. Any thread may call anything at any time.
 *
 * <p>A <i>re-entrant</i> reason is counted: it is gone when it was released as often as it was
 * acquired (several topics over quota on one connection). One that is not is a switch: acquiring it
 * again changes nothing, and a single release ends it (a buffer that is full). Releasing what is
 * not held is a fault of the caller and throws; the gate stays as it was.
 *
 * <p>The listener is told of every lasting change in order and never by two threads at once; if
 * the gate flips while the listener runs, it is told the latest state afterwards. It runs on a
 * thread that acquires or releases, so it must be quick, and it may call the gate. If it throws, so
 * does the call that told it, after the gate has changed.
 *
 * @param <R> the reasons; keep them few, as each change copies them
 */
public final class ThrottleGate<R extends Enum<R> & ThrottleGate.Reason> {

  /** Why a gate is closed. Implemented by an enum. */
  public interface Reason {

    /** Whether acquisitions of this reason are counted; otherwise it is a switch. */
    boolean isReentrant();
  }

  /** Is told when the gate has closed or opened. */
  @FunctionalInterface
  public interface Listener {
    void onGate(boolean closed);
  }

  private final Listener listener;

  /** How often each present reason is held. The maps are never changed once they are here. */
  private final AtomicReference<EnumMap<R, Integer>> holds;

  private final OneAtATime changes = new OneAtATime(this::tellIfChanged);
  private boolean toldClosed;

  public ThrottleGate(Class<R> reasons, Listener listener) {
    this.listener = listener;
    this.holds = new AtomicReference<>(new EnumMap<>(reasons));
  }

  /** Adds a reason; the gate is closed from now on until it is released. */
  public void acquire(R reason) {
    EnumMap<R, Integer> before;
    EnumMap<R, Integer> after;
    do {
      before = held();
      if (before.containsKey(reason) && !reason.isReentrant()) {
        return;
      }
      after = before.clone();
      after.merge(reason, 1, Math::addExact);
    } while (!holds.compareAndSet(before, after));
    changes.signal();
  }

  /**
   * Takes one acquisition of a reason back; the gate opens if it was the last of all.
   *
   * @throws IllegalStateException if the reason is not held
   */
  public void release(R reason) {
    EnumMap<R, Integer> before;
    EnumMap<R, Integer> after;
    do {
      before = held();
      if (!before.containsKey(reason)) {
        throw new IllegalStateException(
            reason + " was released without being held; the gate is held by " + before);
      }
      after = before.clone();
      after.computeIfPresent(reason, (same, count) -> count == 1 ? null : count - 1);
    } while (!holds.compareAndSet(before, after));
    changes.signal();
  }

  public boolean isClosed() {
    return !held().isEmpty();
  }

  /** How often a reason is held: at most 1 unless it is re-entrant. */
  public int holds(R reason) {
    return held().getOrDefault(reason, 0);
  }

  /** The reasons present at this moment. */
  public Set<R> reasons() {
    return Collections.unmodifiableSet(held().keySet());
  }

  private EnumMap<R, Integer> held() {
    return Objects.requireNonNull(holds.get());
  }

  private void tellIfChanged() {
    boolean closed = isClosed();
    if (closed != toldClosed) {
      toldClosed = closed;
      listener.onGate(closed);
    }
  }
}
