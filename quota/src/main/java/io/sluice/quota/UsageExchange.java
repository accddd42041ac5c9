package io.sluice.quota;

import java.util.function.Consumer;

/**
 * Carries usage reports between nodes. Every node receives the reports, also the node that sent them. The
 * reports of one node arrive in the order in which they were sent; any of them may be lost.
 */
public interface UsageExchange extends AutoCloseable {

  /** Sends a report without blocking. A report that cannot be sent is lost. */
  void publish(UsageReport report);

  /**
   * Calls the listener with each report that arrives from now on, by one thread at a time. There is one
   * listener; it must be quick.
   */
  void listen(Consumer<UsageReport> listener);

  /**
   * Whether it takes a moment until this node hears the others. Otherwise it hears them from the start, or there are
   * none.
   */
  default boolean isRemote() {
    return false;
  }

  /** Stops delivering reports. Reports that were published before are sent if that takes little time. */
  @Override
  void close();
}
