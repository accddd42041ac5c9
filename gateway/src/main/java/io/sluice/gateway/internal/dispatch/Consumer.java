package io.sluice.gateway.internal.dispatch;

import io.sluice.gateway.internal.limit.DispatchLimiter;
import io.sluice.gateway.view.ConnectionView.ConsumerView;
import io.sluice.gateway.view.ConnectionView.WithheldView;
import io.sluice.policy.TopicName;
import io.sluice.protocol.wire.CommandSubscribe;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A consumer of a connection. Belongs to the connection's event loop. */
public final class Consumer {

  public final long id;
  final String topic;
  final String subscription;
  final String type;
  final String name;

  /** What has passed to it so far. */
  long messages;

  long bytes;

  /** Of the same topic in every spelling; known when the broker has the consumer. */
  @Nullable
  TopicName topicName;

  /** Its permits, while it has limits. */
  @Nullable
  PermitWindow window;

  /** Those limits that are of its topic or subscription alone, and are to be closed after use. */
  List<DispatchLimiter> limits = List.of();

  Consumer(long id, String topic, String subscription, String type, String name) {
    this.id = id;
    this.topic = topic;
    this.subscription = subscription;
    this.type = type;
    this.name = name;
  }

  public static Consumer of(CommandSubscribe command) {
    return new Consumer(
        command.getConsumerId(),
        command.getTopic(),
        command.getSubscription(),
        command.hasSubType() ? command.getSubType().name() : "",
        command.hasConsumerName() ? command.getConsumerName() : "");
  }

  /** Whether the broker has it. */
  boolean isOpen() {
    return topicName != null;
  }

  ConsumerView view(long nowNanos, Instant now) {
    PermitWindow of = window;
    long permits = of == null ? 0 : of.withheld();
    Optional<WithheldView> withheld = of == null || permits == 0
        ? Optional.empty()
        : of.debts().stream()
            .filter(debt -> debt.isThrottling(nowNanos))
            .max(Comparator.comparingLong(DispatchDebt::messages))
            .map(debt -> new WithheldView(
                permits,
                debt.limit().kind(),
                debt.limit().origin(),
                now.minusNanos(nowNanos - debt.sinceNanos())));
    return new ConsumerView(id, topic, subscription, type, name, messages, bytes, withheld);
  }
}
