package io.sluice.gateway.internal.metrics;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import io.sluice.core.Limiter;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.internal.limit.BrokerPublishLimiter;
import io.sluice.gateway.internal.limit.PublishLimits;
import io.sluice.gateway.internal.limit.TopicPublishLimiter;
import io.sluice.gateway.internal.publish.PublishMetrics;
import io.sluice.gateway.internal.session.GatewayContext;
import io.sluice.gateway.view.PauseReason;
import io.sluice.policy.TopicName;

/** What the node shows of its publish limits whenever metrics are collected. */
public final class PublishGauges {

  private static final AttributeKey<String> REASON = AttributeKey.stringKey("reason");
  static final AttributeKey<String> NAMESPACE = AttributeKey.stringKey("pulsar.namespace");
  static final AttributeKey<String> TOPIC = AttributeKey.stringKey("pulsar.topic");
  private static final AttributeKey<String> BROKER = AttributeKey.stringKey("broker");
  private static final String OTHER = "other";

  private final GatewayContext node;
  private final LimitShareGauges shares;
  private final TopLimits<TopicName, TopicPublishLimiter> topics;
  private final TopLimits<BrokerAddress, BrokerPublishLimiter> brokers;
  private final ObservableLongMeasurement rateLimited;
  private final ObservableDoubleMeasurement throttledTime;
  private final ObservableLongMeasurement admitted;
  private final ObservableLongMeasurement shadowThrottled;
  private final ObservableLongMeasurement heldFrames;
  private final ObservableLongMeasurement heldBytes;
  private final ObservableLongMeasurement heldLimit;
  private final ObservableDoubleMeasurement heldOldest;
  private final ObservableLongMeasurement buffer;
  private final ObservableLongMeasurement bufferLimit;
  private final ObservableLongMeasurement refused;
  private final ObservableLongMeasurement paused;
  private final ObservableLongMeasurement pauses;
  private final ObservableDoubleMeasurement pausedTime;

  private PublishGauges(Meter meter, GatewayContext node, LimitShareGauges shares) {
    this.node = node;
    this.shares = shares;
    this.topics =
        new TopLimits<>(node.publishLimits().settings().metricTopics(), TopicPublishLimiter::topic);
    this.brokers = new TopLimits<>(
        node.publishLimits().settings().metricTopics(), BrokerPublishLimiter::broker);
    this.rateLimited = counter(
        meter,
        "pulsar.broker.topic.publish.rate.limit.count",
        "How often a producer had to wait, on the topic or broker that is over its limit");
    this.throttledTime = seconds(
        meter, "sluice.publish.throttled.time", "How long producers have waited, all together");
    this.admitted = counter(
        meter, "sluice.publish.admitted", "Messages that a limit has let pass, by that limit");
    this.shadowThrottled = counter(
        meter,
        "sluice.publish.shadow.throttled",
        "Messages that would have had to wait if the limit were enforced");
    this.heldFrames = gauge(
        meter,
        "sluice.publish.held.frames",
        "Frames held for limits of topics and resource groups");
    this.heldBytes = gauge(
        meter, "sluice.publish.held.bytes", "Bytes held for limits of topics and resource groups");
    this.heldLimit =
        gauge(meter, "sluice.publish.held.limit.bytes", "Held bytes that the node has room for");
    this.heldOldest = meter
        .gaugeBuilder("sluice.publish.held.oldest")
        .setDescription("How long the oldest held frame has waited, as of the last second")
        .setUnit("s")
        .buildObserver();
    this.buffer = gauge(
        meter,
        "sluice.publish.buffer.bytes",
        "Bytes that clients have published and brokers have not answered, held or passed on");
    this.bufferLimit = gauge(
        meter, "sluice.publish.buffer.limit.bytes", "Bytes that the publish buffer has room for");
    this.refused = counter(
        meter,
        "sluice.publish.refused",
        "Frames that were answered with an error, as they had waited for too long");
    this.paused =
        gauge(meter, "sluice.publish.paused", "Connections that are not read now, by reason");
    this.pauses =
        counter(meter, "sluice.publish.pauses", "How often connections were not read, by reason");
    this.pausedTime = seconds(
        meter,
        "sluice.publish.paused.time",
        "How long connections were not read, all together, by reason; counted when a pause ends");
  }

  /**
   * Registers the gauges, until the callback is closed.
   *
   * @param shares shows how the limits are divided that are shown by name
   */
  public static BatchCallback register(
      OpenTelemetry telemetry, GatewayContext node, LimitShareGauges shares) {
    Meter meter = telemetry.getMeter("io.sluice.gateway");
    PublishGauges gauges = new PublishGauges(meter, node, shares);
    node.publishLimits().whenForgotten(gauges.topics::forget);
    node.publishLimits().whenBrokerForgotten(gauges.brokers::forget);
    return meter.batchCallback(
        gauges::observe,
        gauges.rateLimited,
        gauges.throttledTime,
        gauges.admitted,
        gauges.shadowThrottled,
        gauges.heldFrames,
        gauges.heldBytes,
        gauges.heldLimit,
        gauges.heldOldest,
        gauges.buffer,
        gauges.bufferLimit,
        gauges.refused,
        gauges.paused,
        gauges.pauses,
        gauges.pausedTime,
        shares.share(),
        shares.nodes());
  }

  static ObservableLongMeasurement counter(Meter meter, String name, String description) {
    return meter.counterBuilder(name).setDescription(description).buildObserver();
  }

  static ObservableDoubleMeasurement seconds(Meter meter, String name, String description) {
    return meter
        .counterBuilder(name)
        .ofDoubles()
        .setDescription(description)
        .setUnit("s")
        .buildObserver();
  }

  static ObservableLongMeasurement gauge(Meter meter, String name, String description) {
    return meter.gaugeBuilder(name).ofLongs().setDescription(description).buildObserver();
  }

  private void observe() {
    PublishLimits limits = node.publishLimits();
    topics.show(limits.topics(), (topic, totals) -> {
      Attributes attributes = attributes(topic.namespace(), topic.toString());
      show(attributes, totals);
      limits.find(topic).ifPresent(limiter -> shares.show(limiter, published(attributes)));
    });
    show(attributes(OTHER, OTHER), topics.other());
    brokers.show(limits.brokers(), (broker, totals) -> {
      Attributes attributes = attributes(broker.toString());
      show(attributes, totals);
      limits.find(broker).ifPresent(limiter -> shares.show(limiter, published(attributes)));
    });
    if (!brokers
        .other()
        .equals(TopLimits.Totals.ZERO)) { // there are fewer brokers than may be shown
      show(attributes(OTHER), brokers.other());
    }
    if (limits.node().isLimited()) {
      Limiter.Counts counts = limits.node().counts();
      Attributes attributes = Attributes.of(LimitShareGauges.LIMITER, "node");
      admitted.record(counts.admitted(), attributes);
      shadowThrottled.record(counts.shadowThrottled(), attributes);
    }
    PublishMetrics metrics = node.publishMetrics();
    heldFrames.record(metrics.heldFrames());
    heldBytes.record(limits.held().used());
    heldLimit.record(limits.held().max());
    heldOldest.record(metrics.oldestHeldNanos() / 1e9);
    buffer.record(limits.publishBuffer().used());
    bufferLimit.record(limits.publishBuffer().max());
    refused.record(metrics.refusals());
    for (PauseReason reason : PauseReason.values()) {
      Attributes attributes = Attributes.of(REASON, reason.label());
      PublishMetrics.Paused of = metrics.of(reason);
      paused.record(of.now.sum(), attributes);
      pauses.record(of.times.sum(), attributes);
      pausedTime.record(of.nanos.sum() / 1e9, attributes);
    }
  }

  private static Attributes attributes(String namespace, String topic) {
    return Attributes.of(LimitShareGauges.LIMITER, "topic", NAMESPACE, namespace, TOPIC, topic);
  }

  private static Attributes attributes(String broker) {
    return Attributes.of(LimitShareGauges.LIMITER, "broker", BROKER, broker);
  }

  private static Attributes published(Attributes attributes) {
    return attributes.toBuilder().put(LimitShareGauges.DIRECTION, "publish").build();
  }

  /** A topic that was never throttled has no series in the two metrics about throttling. */
  private void show(Attributes attributes, TopLimits.Totals totals) {
    if (totals.throttledTimes() > 0) {
      rateLimited.record(totals.throttledTimes(), attributes);
      throttledTime.record(totals.throttledNanos() / 1e9, attributes);
    }
    admitted.record(totals.admitted(), attributes);
    shadowThrottled.record(totals.shadowThrottled(), attributes);
  }
}
