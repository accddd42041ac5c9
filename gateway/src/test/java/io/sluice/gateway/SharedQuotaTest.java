package io.sluice.gateway;

import static io.sluice.gateway.LimitedGateway.NOISY;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.config.GroupSharing;
import io.sluice.gateway.view.GroupView;
import io.sluice.policy.PolicyKey;
import io.sluice.quota.InMemoryExchange;
import io.sluice.quota.QuotaDimension;
import io.sluice.quota.QuotaSettings;
import io.sluice.quota.UsageExchange;
import io.sluice.quota.UsageReport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two nodes have one quota. */
class SharedQuotaTest {

  private static final QuotaSettings QUICK = new QuotaSettings(Duration.ofMillis(400), 10, 10, 1);
  private static final int QUOTA = 1000;

  private final InMemoryExchange exchange = new InMemoryExchange();
  private final ExecutorService delivery = Executors.newSingleThreadExecutor();

  @AfterEach
  void stop() {
    delivery.shutdownNow();
  }

  /** Delivers on a thread of its own, as an exchange between processes does. */
  private UsageExchange join() {
    UsageExchange member = exchange.join();
    return new UsageExchange() {
      @Override
      public void publish(UsageReport report) {
        delivery.execute(() -> member.publish(report));
      }

      @Override
      public void listen(Consumer<UsageReport> listener) {
        member.listen(listener);
      }

      @Override
      public void close() {
        delivery.execute(member::close);
      }
    };
  }

  private static void push(LimitedGateway node, Peer client) throws Exception {
    node.group("gold", QUOTA);
    node.attach(PolicyKey.namespace("public/default"), "gold");
    node.open(client, 1, NOISY);
    Thread reader = new Thread(
        () -> {
          try {
            while (true) {
              client.receive();
            }
          } catch (IOException closed) {
            return;
          }
        },
        "receipts");
    reader.setDaemon(true);
    reader.start();
    for (int i = 0; i < 5 * QUOTA; i++) {
      client.send(Commands.send(1, i, 10));
    }
  }

  private static double share(LimitedGateway node) {
    return node.group("gold").share(QuotaDimension.PUBLISH_MESSAGES);
  }

  private static List<GroupView.NodeUse> uses(LimitedGateway node) {
    return node.gateway.group("gold").map(GroupView::uses).orElse(List.of());
  }

  @Test
  void shouldShowOnANodeWithoutTrafficWhatOthersUseAndTakeNothingFromThem() throws Exception {
    try (LimitedGateway one = new LimitedGateway(new GroupSharing("one", QUICK, join()));
        Peer client = Peer.acceptedBy(one.gateway);
        LimitedGateway other = new LimitedGateway(new GroupSharing("two", QUICK, join()))) {
      other.group("gold", QUOTA);
      push(one, client);
      assertThat(other.gateway.groupIfFollowed("gold")).isEmpty();
      assertThat(other.gateway.group("silver")).isEmpty();

      Gateways.until(
          "it has heard",
          () -> uses(other).size() == 2
              && uses(other).get(1).publish().wantsMore()
              && uses(other).get(1).publish().messages() > QUOTA * 0.95);

      assertThat(uses(other)).extracting(GroupView.NodeUse::node).containsExactly("two", "one");
      assertThat(uses(other).get(0).publish().messages()).isZero();
      assertThat(uses(other).get(0).publish().wantsMore()).isFalse();
      GroupView.Use used = uses(other).get(1).publish();
      assertThat(used.shareOfMessages()).isEqualTo(QUOTA);
      assertThat(used.shareOfBytes()).isInfinite();
      assertThat(uses(one)).extracting(GroupView.NodeUse::node).containsExactly("one");
      assertThat(share(one)).as("who only looks takes nothing").isEqualTo(QUOTA);
      assertThat(other.gateway.groupIfFollowed("gold")).isPresent();
    }
  }

  @Test
  void shouldShareOneQuotaBetweenTwoGateways() throws Exception {
    try (LimitedGateway one = new LimitedGateway(new GroupSharing("one", QUICK, join()));
        Peer client = Peer.acceptedBy(one.gateway)) {
      try (LimitedGateway other = new LimitedGateway(new GroupSharing("two", QUICK, join()));
          Peer otherClient = Peer.acceptedBy(other.gateway)) {
        push(one, client);
        push(other, otherClient);

        Gateways.until(
            "each has its half",
            () -> Math.abs(share(one) - QUOTA / 2.0) < QUOTA * 0.025
                && Math.abs(share(other) - QUOTA / 2.0) < QUOTA * 0.025);

        long start = System.nanoTime();
        long before = one.counted("gold") + other.counted("gold");
        Gateways.until(
            "a while has passed",
            () -> one.counted("gold") + other.counted("gold") > before + QUOTA);
        double seconds = (System.nanoTime() - start) / 1e9;
        double rate = (one.counted("gold") + other.counted("gold") - before) / seconds;
        // How exactly shares are kept to is tried on a clock that is moved; this one may be busy.
        assertThat(rate).isBetween(QUOTA * 0.5, QUOTA * 1.2);
      }
      Gateways.until("who is left has all of it", () -> share(one) > QUOTA * 0.95);
      assertThat(one.gateway.node().groups().nodes()).isEqualTo(1);
    }
  }
}
