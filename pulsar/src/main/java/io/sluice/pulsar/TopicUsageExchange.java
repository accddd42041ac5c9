package io.sluice.pulsar;

import io.sluice.quota.UsageExchange;
import io.sluice.quota.UsageReport;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.pulsar.client.api.PulsarClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What nodes use of resource groups, on a topic of the cluster that keeps nothing. Reports are lost while
 * it cannot be reached, and while a node is too slow for it.
 */
public final class TopicUsageExchange implements UsageExchange {

  private static final Logger LOG = LoggerFactory.getLogger(TopicUsageExchange.class);

  private final String name;
  private final LiveTopic topic;
  private final AtomicLong lost = new AtomicLong();
  private final AtomicLong unreadable = new AtomicLong();
  private volatile Consumer<UsageReport> listener = report -> {};

  private TopicUsageExchange(PulsarClient client, String name) {
    this.name = name;
    this.topic =
        new LiveTopic(client, name, OwnThread.called("sluice-usage"), () -> {}, this::heard);
  }

  /**
   * Begins to connect, and goes on until it is closed, however often that fails. Closing it does not
   * close the client.
   *
   * @param topic a non-persistent one
   */
  public static TopicUsageExchange open(PulsarClient client, String topic) {
    TopicUsageExchange exchange = new TopicUsageExchange(client, topic);
    exchange.topic.start();
    return exchange;
  }

  /** How many bytes a report takes on the topic. */
  public static long bytes(UsageReport report) {
    return ReportFormat.write(report).stream().mapToLong(part -> part.length).sum();
  }

  @Override
  public boolean isRemote() {
    return true;
  }

  @Override
  public void publish(UsageReport report) {
    for (byte[] part : ReportFormat.write(report)) {
      var unused = topic.send(part).whenComplete((sent, fault) -> {
        if (fault != null) {
          lost.incrementAndGet();
        }
      });
    }
  }

  @Override
  public void listen(Consumer<UsageReport> only) {
    listener = only;
  }

  private void heard(byte[] message) {
    UsageReport report;
    try {
      report = ReportFormat.read(message);
    } catch (IOException e) {
      if (unreadable.incrementAndGet() == 1) {
        LOG.atWarn()
            .addKeyValue("topic", name)
            .addKeyValue("reason", e.getMessage())
            .log("something on the topic cannot be read and is ignored, as will be what follows");
      }
      return;
    }
    listener.accept(report);
  }

  /** How many messages could not be sent. */
  public long lost() {
    return lost.get();
  }

  /** How many messages could not be understood. */
  public long unreadable() {
    return unreadable.get();
  }

  @Override
  public void close() {
    topic.close(() -> {});
  }
}
