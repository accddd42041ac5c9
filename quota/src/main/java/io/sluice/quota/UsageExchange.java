package io.sluice.quota;

import java.util.function.Consumer;

/**
 * How nodes tell each other what they use. Reports of one node arrive in their order, at every node, the
 * one that sent them included, or not at all: any of them may be lost.
 */
public interface UsageExchange extends AutoCloseable {

  /** Sends a report, without waiting for anything. One that cannot be sent is lost. */
  void publish(UsageReport report);

  /**
   * Calls the listener with each report that arrives from now on, by one thread at a time. There is one
   * listener; it must be quick.
   */
  void listen(Consumer<UsageReport> listener);

  /** Nothing arrives any more. What was published before is sent, as far as that goes quickly. */
  @Override
  void close();
}
