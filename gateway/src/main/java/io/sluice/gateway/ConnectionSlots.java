package io.sluice.gateway;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** How many connections there are, in all and per client's address. Any thread may call it. */
final class ConnectionSlots {

  private final int max;
  private final int maxPerAddress;
  private final AtomicInteger taken = new AtomicInteger();
  private final ConcurrentMap<InetAddress, Integer> takenByAddress = new ConcurrentHashMap<>();

  ConnectionSlots(ConnectionLimits limits) {
    this.max = limits.maxConnections();
    this.maxPerAddress = limits.maxConnectionsPerAddress();
  }

  /** Whether there is room for one more on this node; if so, it is taken. */
  boolean take() {
    if (taken.incrementAndGet() > max) {
      taken.decrementAndGet();
      return false;
    }
    return true;
  }

  void giveBack() {
    taken.decrementAndGet();
  }

  /** Whether there is room for one more from this address; if so, it is taken. */
  boolean take(InetAddress address) {
    int count = takenByAddress.merge(address, 1, Integer::sum);
    if (count > maxPerAddress) {
      giveBack(address);
      return false;
    }
    return true;
  }

  void giveBack(InetAddress address) {
    takenByAddress.computeIfPresent(address, (same, count) -> count == 1 ? null : count - 1);
  }

  int max() {
    return max;
  }

  int taken() {
    return taken.get();
  }

  int addresses() {
    return takenByAddress.size();
  }
}
