package io.sluice.gateway.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.ManualTimer;
import io.sluice.gateway.internal.limit.PolicyLimiter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A consumer with limits on virtual time, its client, which takes whatever comes, and its broker, which
 * has more than anybody could read unless told otherwise.
 */
final class ThrottledConsumer {

  private static final int BROKER_READS = 100;
  private static final long HALF_A_ROUND_TRIP_NANOS = 2_000_000;

  final PermitWindow window;
  private final ManualClock clock;
  private final ManualTimer timer;
  private final boolean shared;
  private final int queueSize;

  /** What the broker has, as batches of this size; none if it is empty. */
  int batch = 1;

  /** How many messages it has. */
  long backlog = Long.MAX_VALUE;

  int bytesPerMessage = 100;

  /** What each limit is to be charged with for it. */
  final Map<PolicyLimiter, Long> charged = new HashMap<>();

  long received;
  long given;
  private long released;
  private long brokersPermits;
  private long notGivenBack;
  private boolean closed;

  ThrottledConsumer(
      ManualClock clock,
      ManualTimer timer,
      boolean shared,
      int queueSize,
      PolicyLimiter... limits) {
    this.clock = clock;
    this.timer = timer;
    this.shared = shared;
    this.queueSize = queueSize;
    this.window = new PermitWindow(shared, false);
    limitTo(limits);
  }

  void start() {
    give(queueSize);
  }

  /** The debts of limits that were there before are kept, as the connection does. */
  void limitTo(PolicyLimiter... limits) {
    List<PolicyLimiter> now = List.of(limits);
    List<DispatchDebt> debts = new ArrayList<>();
    for (DispatchDebt debt : window.debts()) {
      if (now.contains(debt.limit())) {
        debts.add(debt);
      } else {
        debt.leave();
      }
    }
    for (PolicyLimiter limit : now) {
      if (debts.stream().noneMatch(debt -> debt.limit() == limit)) {
        debts.add(new DispatchDebt(limit, clock, debt -> timer.runLater(() -> pay(debt), 0)));
      }
    }
    window.setDebts(debts);
    release();
  }

  private void pay(DispatchDebt debt) {
    debt.pay();
    release();
  }

  void give(int permits) {
    given += permits;
    window.give(permits);
    release();
  }

  /** The client has subscribed again, so that the broker has nothing of it. */
  void restart() {
    window.forgetWithheld();
    given = released;
    notGivenBack = 0;
    // What the broker had sent beyond its permits would be missing for good, gateway or not.
    give(queueSize + (int) Math.max(0, -window.underWay()));
  }

  void close() {
    closed = true;
    window.debts().forEach(DispatchDebt::leave);
    window.forgetWithheld();
  }

  /** Something more is there to be sent. */
  void look() {
    timer.runLater(this::dispatch, 0);
  }

  private void release() {
    for (int permits = next(); permits > 0; permits = next()) {
      released += permits;
      int arriving = permits;
      timer.runLater(() -> arrive(arriving), HALF_A_ROUND_TRIP_NANOS);
    }
    expectConserved();
  }

  private int next() {
    return closed ? 0 : window.debts().isEmpty() ? window.releaseAll() : window.release();
  }

  void expectConserved() {
    if (!closed) {
      assertThat(window.withheld()).isNotNegative();
      assertThat(released + window.withheld()).as("permits").isEqualTo(given);
    }
  }

  private void arrive(int permits) {
    assertThat(permits).isPositive();
    brokersPermits += permits;
    dispatch();
  }

  /** As brokers do: to a shared subscription by messages, to others by entries. */
  private void dispatch() {
    long entries =
        batch == 0 ? 0 : Math.min(Math.min(BROKER_READS, brokersPermits), backlog / batch);
    for (int i = 0; i < entries && (!shared || brokersPermits > 0); i++) {
      int messages = batch;
      brokersPermits -= messages;
      backlog -= messages;
      timer.runLater(() -> receive(messages), HALF_A_ROUND_TRIP_NANOS);
    }
    if (entries > 0 && brokersPermits > 0) {
      timer.runLater(this::dispatch, 0);
    }
  }

  private void receive(int messages) {
    if (closed) {
      return;
    }
    received += messages;
    window.debts().forEach(debt -> charged.merge(debt.limit(), (long) messages, Long::sum));
    window.pass(messages, (long) messages * bytesPerMessage);
    notGivenBack += messages;
    if (notGivenBack >= Math.max(1, queueSize / 2)) {
      int permits = (int) notGivenBack;
      notGivenBack = 0;
      give(permits);
    }
    release();
  }
}
