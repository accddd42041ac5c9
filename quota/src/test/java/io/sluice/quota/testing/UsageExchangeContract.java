package io.sluice.quota.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.quota.CompactRates;
import io.sluice.quota.GroupUse;
import io.sluice.quota.QuotaDimension;
import io.sluice.quota.RampUse;
import io.sluice.quota.UsageExchange;
import io.sluice.quota.UsageReport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What every exchange does, on whatever it is built. */
public abstract class UsageExchangeContract {

  private static final int DEADLINE_SECONDS = 60;
  private static final int MANY = 20_000;

  /** One more node's way to all the others of this test. */
  protected abstract UsageExchange join() throws Exception;

  @Test
  void shouldTellEverybodyAndTheSender() throws Exception {
    try (UsageExchange one = join();
        UsageExchange other = join()) {
      BlockingQueue<UsageReport> heardByOne = heard(one);
      BlockingQueue<UsageReport> heardByOther = heard(other);
      UsageReport report = new UsageReport(
          "one",
          7,
          1234,
          false,
          List.of(
              new GroupUse(1, CompactRates.with(0, QuotaDimension.PUBLISH_BYTES, 1e9), 2),
              new GroupUse(-1, -1, 15)),
          List.of(new RampUse(3, 12.5, 0.75)));

      connect(one, heardByOne, heardByOther);
      one.publish(report);

      assertThat(next(heardByOne)).isEqualTo(report);
      assertThat(next(heardByOther)).isEqualTo(report);
    }
  }

  @Test
  void shouldKeepTheOrderOfANodesReports() throws Exception {
    try (UsageExchange one = join();
        UsageExchange other = join()) {
      BlockingQueue<UsageReport> heard = heard(other);
      connect(one, heard);

      LongStream.range(0, 100).mapToObj(sequence("one")).forEach(one::publish);

      for (long sequence = 0; sequence < 100; sequence++) {
        assertThat(next(heard).sequence()).isEqualTo(sequence);
      }
    }
  }

  @Test
  void shouldCarryReportsOfManyGroups() throws Exception {
    try (UsageExchange one = join();
        UsageExchange other = join()) {
      BlockingQueue<UsageReport> heard = heard(other);
      connect(one, heard);
      List<GroupUse> groups = LongStream.range(0, MANY)
          .mapToObj(group -> new GroupUse(group * 0x9E3779B97F4A7C15L, group << 16, 1))
          .toList();

      one.publish(new UsageReport("one", 1, 5, true, groups, List.of()));

      // It may arrive in several parts, of which the last one says goodbye.
      List<GroupUse> arrived = new ArrayList<>();
      boolean goodbye = false;
      while (!goodbye) {
        UsageReport part = next(heard);
        assertThat(part.node()).isEqualTo("one");
        assertThat(part.sentMillis()).isEqualTo(5);
        arrived.addAll(part.groups());
        goodbye = part.goodbye();
      }
      assertThat(arrived).containsExactlyElementsOf(groups);
    }
  }

  @Test
  void shouldHearNothingAfterItIsClosed() throws Exception {
    try (UsageExchange one = join()) {
      UsageExchange closed = join();
      BlockingQueue<UsageReport> heardByOne = heard(one);
      BlockingQueue<UsageReport> heardByClosed = heard(closed);
      connect(one, heardByOne, heardByClosed);

      closed.close();
      one.publish(sequence("one").apply(1));

      assertThat(next(heardByOne).sequence()).isEqualTo(1);
      assertThat(heardByClosed).isEmpty();
    }
  }

  private static LongFunction<UsageReport> sequence(String node) {
    return sequence -> new UsageReport(node, sequence, 0, false, List.of(), List.of());
  }

  private static BlockingQueue<UsageReport> heard(UsageExchange exchange) {
    BlockingQueue<UsageReport> heard = new LinkedBlockingQueue<>();
    exchange.listen(heard::add);
    return heard;
  }

  /** Reports may be lost, and are until a connection is there. */
  @SafeVarargs
  private static void connect(UsageExchange from, BlockingQueue<UsageReport>... listeners)
      throws InterruptedException {
    long attempts = 0;
    for (BlockingQueue<UsageReport> listener : listeners) {
      UsageReport heard = null;
      for (int i = 0; heard == null && i < DEADLINE_SECONDS * 10; i++) {
        from.publish(sequence("connect").apply(attempts++));
        heard = listener.poll(100, TimeUnit.MILLISECONDS);
      }
      assertThat(heard).as("whether anything is heard").isNotNull();
    }
    from.publish(sequence("connected").apply(0));
    for (BlockingQueue<UsageReport> listener : listeners) {
      while (!next(listener).node().equals("connected")) {
        // what was sent to find out
      }
    }
  }

  private static UsageReport next(BlockingQueue<UsageReport> heard) throws InterruptedException {
    UsageReport report = heard.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
    assertThat(report).as("a report").isNotNull();
    return report;
  }
}
