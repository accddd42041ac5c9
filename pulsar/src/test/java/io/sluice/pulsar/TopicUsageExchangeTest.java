package io.sluice.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.quota.UsageExchange;
import io.sluice.quota.UsageReport;
import io.sluice.quota.testing.UsageExchangeContract;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.Schema;
import org.junit.jupiter.api.Test;

class TopicUsageExchangeTest extends UsageExchangeContract {

  private final String topic = "non-persistent://pulsar/system/usage-" + UUID.randomUUID();

  @Override
  protected UsageExchange join() {
    return open();
  }

  private TopicUsageExchange open() {
    return TopicUsageExchange.open(Cluster.CLIENT, topic);
  }

  private static UsageReport report(String node, long sequence) {
    return new UsageReport(node, sequence, 0, false, List.of(), List.of());
  }

  @Test
  void shouldCountWhatCannotBeReadAndGoOn() throws Exception {
    try (TopicUsageExchange exchange = open();
        Producer<byte[]> stranger =
            Cluster.CLIENT.newProducer(Schema.BYTES).topic(topic).create()) {
      BlockingQueue<UsageReport> heard = new LinkedBlockingQueue<>();
      exchange.listen(heard::add);

      Cluster.eventually(() -> {
        stranger.send("garbage".getBytes(UTF_8));
        stranger.newMessage().value(null).send();
        exchange.publish(report("one", 1));
        return exchange.unreadable() >= 2 && !heard.isEmpty();
      });
    }
  }

  @Test
  void shouldGoOnAfterAListenerHasFailed() throws Exception {
    try (TopicUsageExchange exchange = open()) {
      BlockingQueue<UsageReport> heard = new LinkedBlockingQueue<>();
      exchange.listen(report -> {
        heard.add(report);
        throw new IllegalStateException("a listener's fault");
      });

      Cluster.eventually(() -> {
        exchange.publish(report("one", 1));
        return heard.size() >= 2;
      });
    }
  }

  @Test
  void shouldCountWhatCannotBeSentAndNotSendItLater() throws Exception {
    try (TopicUsageExchange exchange = open()) {
      BlockingQueue<UsageReport> heard = new LinkedBlockingQueue<>();
      exchange.listen(heard::add);
      exchange.publish(report("too early", 1));
      assertThat(exchange.lost()).isEqualTo(1);

      Cluster.eventually(() -> {
        exchange.publish(report("in time", 2));
        return !heard.isEmpty();
      });

      assertThat(heard.poll(0, TimeUnit.SECONDS).node()).isEqualTo("in time");
    }
  }

  @Test
  void shouldBeBackAfterTheTopicWasTakenAway() throws Exception {
    try (TopicUsageExchange exchange = open()) {
      BlockingQueue<UsageReport> heard = new LinkedBlockingQueue<>();
      exchange.listen(heard::add);
      Cluster.eventually(() -> {
        exchange.publish(report("before", 1));
        return !heard.isEmpty();
      });

      Cluster.admin("DELETE", topic, "?force=true");

      Cluster.eventually(() -> {
        exchange.publish(report("after", 2));
        return heard.stream().anyMatch(report -> report.node().equals("after"));
      });
    }
  }
}
