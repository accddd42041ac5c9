package io.sluice.core;

import org.jspecify.annotations.Nullable;

/**
 * The waiters of a queue in their order, linked through themselves, so that one can be taken out of
 * the middle in constant time. Not thread-safe.
 */
final class WaiterList {

  private @Nullable Waiter head;
  private @Nullable Waiter tail;
  private int size;

  int size() {
    return size;
  }

  @Nullable
  Waiter first() {
    return head;
  }

  void append(Waiter waiter) {
    waiter.linked = true;
    waiter.previous = tail;
    if (tail == null) {
      head = waiter;
    } else {
      tail.next = waiter;
    }
    tail = waiter;
    size++;
  }

  void moveToEnd(Waiter waiter) {
    remove(waiter);
    append(waiter);
  }

  void remove(Waiter waiter) {
    Waiter before = waiter.previous;
    Waiter after = waiter.next;
    if (before == null) {
      head = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      tail = before;
    } else {
      after.previous = before;
    }
    waiter.previous = null;
    waiter.next = null;
    waiter.linked = false;
    size--;
  }
}
