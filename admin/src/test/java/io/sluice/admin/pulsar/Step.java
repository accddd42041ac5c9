package io.sluice.admin.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.apache.pulsar.client.admin.PulsarAdmin;
import org.apache.pulsar.client.admin.PulsarAdminException;

/** Something that is done in the same way with a stock cluster and with Sluice. */
record Step(String name, Call call, boolean reads, Optional<String> onSluice) {

  /** The tenants that the two sides have for themselves. */
  static final String STOCK = "side-of-stock";

  static final String SLUICE = "side-of-sluice";

  /** A stock cluster shows a change only when it has read it back. */
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(20);

  private static final long PAUSE_NANOS = 50_000_000;

  /** What to do, in a tenant. */
  interface Call {
    Object on(PulsarAdmin admin, String tenant) throws PulsarAdminException;
  }

  /** What to do, in a tenant, with nothing to tell but that it was done. */
  interface Change {
    void on(PulsarAdmin admin, String tenant) throws PulsarAdminException;
  }

  static Step does(String name, Change change) {
    Call call = (admin, tenant) -> {
      change.on(admin, tenant);
      return "done";
    };
    return new Step(name, call, false, Optional.empty());
  }

  static Step step(String name, Call call) {
    return new Step(name, call, true, Optional.empty());
  }

  /** Sluice is meant to do something else. */
  Step butSluice(String outcome, String because) {
    return new Step(name + ": " + because, call, reads, Optional.of(outcome));
  }

  void compare(PulsarAdmin stock, PulsarAdmin sluice) {
    String here = outcome(sluice, SLUICE);
    String there = outcome(stock, STOCK);
    if (onSluice.isPresent()) {
      assertThat(here).as(name).isEqualTo(onSluice.get()).isNotEqualTo(there);
      return;
    }
    long deadline = System.nanoTime() + LONGEST_DELAY.toNanos();
    while (reads && !there.equals(here) && System.nanoTime() < deadline) {
      LockSupport.parkNanos(PAUSE_NANOS);
      there = outcome(stock, STOCK);
    }
    assertThat(here).as(name).isEqualTo(there);
  }

  private String outcome(PulsarAdmin admin, String tenant) {
    try {
      return String.valueOf(call.on(admin, tenant)).replace(tenant, "TENANT");
    } catch (PulsarAdminException e) {
      return "HTTP " + e.getStatusCode();
    }
  }
}
