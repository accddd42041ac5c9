package io.sluice.gateway.internal.net;

import io.sluice.gateway.config.ConnectionLimits;
import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** How many connections there are, in all and per client's address. Any thread may call it. */
public final class ConnectionSlots {

  private final int max;
  private final int maxPerAddress;
  private final AtomicInteger taken = new AtomicInteger();
  private final ConcurrentMap<InetAddress, Integer> takenByAddress = new ConcurrentHashMap<>();

  public ConnectionSlots(ConnectionLimits limits) {
    this.max = limits.maxConnections();
    this.maxPerAddress = limits.maxConnectionsPerAddress();
  }

  /** Whether there is room for one more on this node; if so, it is taken. */
  public boolean take() {
    if (taken.incrementAndGet() > max) {
      taken.decrementAndGet();
      return false;
    }
    return true;
  }

  public void giveBack() {
    taken.decrementAndGet();
  }

  /** Whether there is room for one more from this address; if so, it is taken. */
  public boolean take(InetAddress address) {
    int count = takenByAddress.merge(address, 1, Integer::sum);
    if (count > maxPerAddress) {
      giveBack(address);
      return false;
    }
    return true;
  }

  public void giveBack(InetAddress address) {
    takenByAddress.computeIfPresent(address, (same, count) -> count == 1 ? null : count - 1);
  }

  public int max() {
    return max;
  }

  public int taken() {
    return taken.get();
  }

  int addresses() {
    return takenByAddress.size();
  }
}
