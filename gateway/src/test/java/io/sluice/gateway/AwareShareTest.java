package io.sluice.gateway;

import static io.sluice.gateway.LimitedGateway.NOISY;
import static io.sluice.gateway.LimitedGateway.QUIET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.gateway.config.PublishSettings;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who waits when it is told to gets as much as who does not. */
@Tag("alone") // a client that is late loses a part of its share
class AwareShareTest {

  private static final int RATE = 500;

  @Test
  void shouldGiveAPoliteProducerTheShareOfOneThatPushes() throws Exception {
    try (LimitedGateway limited = new LimitedGateway(PublishSettings.DEFAULT);
        Peer stock = Peer.acceptedBy(limited.gateway);
        Peer aware = Peer.awareOf(limited.gateway)) {
      limited.limit(NOISY, PublishLimit.of(RATE, 0));
      limited.open(stock, 1, NOISY);
      limited.open(aware, 2, NOISY);
      for (int i = 0; i < 5 * RATE; i++) {
        stock.send(Commands.send(1, i, 100));
      }
      Gateways.until("the burst is over", () -> limited.heldFrames() > 0);
      int before = limited.published(1).size();
      try (AwareProducer polite = new AwareProducer(aware, 2)) {
        polite.start();
        Gateways.until(
            "a while has passed",
            () -> limited.published(1).size() + limited.published(2).size() > before + 3 * RATE);
      }

      double share = limited.published(2).size()
          / (double)
              (limited.published(1).size() - before + limited.published(2).size());
      assertThat(share).isCloseTo(0.5, within(0.2)); // its own thread may be late
      assertThat(limited.gateway.node().publishMetrics().throttleCommands().promisesBroken())
          .isZero();
    }
  }

  @Test
  void shouldGiveAPoliteProducerOfAnotherTopicItsShareOfTheGroup() throws Exception {
    try (LimitedGateway limited = new LimitedGateway(PublishSettings.DEFAULT);
        Peer stock = Peer.acceptedBy(limited.gateway);
        Peer aware = Peer.awareOf(limited.gateway)) {
      limited.group("gold", RATE);
      limited.attach(PolicyKey.namespace("public/default"), "gold");
      limited.open(stock, 1, NOISY);
      limited.open(aware, 2, QUIET);
      for (int i = 0; i < 5 * RATE; i++) {
        stock.send(Commands.send(1, i, 100));
      }
      Gateways.until("the burst is over", () -> limited.heldFrames() > 0);
      int before = limited.published(1).size();
      try (AwareProducer polite = new AwareProducer(aware, 2)) {
        polite.start();
        Gateways.until("a while has passed", () -> limited.counted("gold") > before + 2 * RATE);
      }

      double share = limited.published(2).size()
          / (double)
              (limited.published(1).size() - before + limited.published(2).size());
      assertThat(share).isCloseTo(0.5, within(0.2)); // its own thread may be late
      assertThat(limited.gateway.node().publishMetrics().throttleCommands().promisesBroken())
          .isZero();
    }
  }

  @Test
  void shouldUseTheWholeLimitForAPoliteProducerAlone() throws Exception {
    try (LimitedGateway limited = new LimitedGateway(PublishSettings.DEFAULT);
        Peer aware = Peer.awareOf(limited.gateway)) {
      limited.limit(NOISY, PublishLimit.of(RATE, 0));
      limited.open(aware, 2, NOISY);
      try (AwareProducer polite = new AwareProducer(aware, 2)) {
        polite.start();
        Gateways.until("the burst is over", () -> limited.published(2).size() > RATE + 10);
        int first = limited.published(2).size();
        long start = System.nanoTime();
        Gateways.until("a while has passed", () -> limited.published(2).size() > first + 2 * RATE);
        double seconds = (System.nanoTime() - start) / 1e9;

        assertThat((limited.published(2).size() - first) / seconds)
            .isCloseTo(RATE, within(RATE * 0.1));
        assertThat(limited.heldFrames()).isLessThan(10);
      }
    }
  }
}
