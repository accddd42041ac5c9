package io.sluice.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.quota.testing.UsageExchangeContract;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InMemoryExchangeTest extends UsageExchangeContract {

  private static final int DEADLINE_SECONDS = 60;

  private final InMemoryExchange exchange = new InMemoryExchange();

  @Override
  protected UsageExchange join() {
    return exchange.join();
  }

  /** Two nodes that publish while each listens to the other would wait for each other for good. */
  @Test
  void shouldNotWaitInPublishForWhoeverListens() throws Exception {
    UsageExchange one = join();
    UsageExchange other = join();
    CountDownLatch listening = new CountDownLatch(1);
    CountDownLatch published = new CountDownLatch(1);
    Queue<Long> heard = new ConcurrentLinkedQueue<>();
    one.listen(report -> {
      heard.add(report.sequence());
      listening.countDown();
      await(published);
    });

    CompletableFuture<Void> first = CompletableFuture.runAsync(() -> other.publish(report(1)));
    await(listening);
    one.publish(report(2));
    published.countDown();
    first.get(DEADLINE_SECONDS, TimeUnit.SECONDS);

    assertThat(heard).containsExactly(1L, 2L);
  }

  private static UsageReport report(long sequence) {
    return new UsageReport("some", sequence, 0, false, List.of(), List.of());
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
