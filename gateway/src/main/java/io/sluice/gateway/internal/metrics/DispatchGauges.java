package io.sluice.gateway.internal.metrics;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import io.sluice.gateway.internal.dispatch.DispatchMetrics;
import io.sluice.gateway.internal.limit.DispatchLimiter;
import io.sluice.gateway.internal.limit.NodeDispatchLimiter;
import io.sluice.gateway.internal.limit.SharedLimiter;
import io.sluice.gateway.internal.session.GatewayContext;

/**
 * What the node shows of its dispatch limits whenever metrics are collected: of the node as a whole, as there may be any
 * number of topics and subscriptions. Only how limits are divided is shown by topic and subscription, of those that
 * matter most.
 */
public final class DispatchGauges {

  private static final AttributeKey<String> LIMITER = LimitShareGauges.LIMITER;
  private static final AttributeKey<String> SUBSCRIPTION =
      AttributeKey.stringKey("pulsar.subscription");

  private final GatewayContext node;
  private final LimitShareGauges shares;
  private final TopLimits<DispatchLimiter.Key, DispatchLimiter> limits;
  private final ObservableLongMeasurement messages;
  private final ObservableLongMeasurement bytes;
  private final ObservableLongMeasurement withheld;
  private final ObservableLongMeasurement throttled;
  private final ObservableLongMeasurement shadowThrottled;

  private DispatchGauges(Meter meter, GatewayContext node, LimitShareGauges shares) {
    this.node = node;
    this.shares = shares;
    this.limits =
        new TopLimits<>(node.publishLimits().settings().metricTopics(), DispatchLimiter::key);
    this.messages = PublishGauges.counter(
        meter, "sluice.dispatch.messages", "Messages that consumers with limits have got");
    this.bytes = PublishGauges.counter(
        meter, "sluice.dispatch.bytes", "Bytes that consumers with limits have got");
    this.withheld = PublishGauges.gauge(
        meter,
        "sluice.dispatch.withheld.permits",
        "Permits that consumers with limits have given and that are withheld from brokers");
    this.throttled = PublishGauges.gauge(
        meter,
        "sluice.dispatch.throttled.consumers",
        "Consumers that wait for a limit now; a consumer that waits for two counts twice");
    this.shadowThrottled = PublishGauges.counter(
        meter,
        "sluice.dispatch.shadow.throttled",
        "Messages that would have had to wait if the limit were enforced");
  }

  /**
   * Registers the gauges, until the callback is closed.
   *
   * @param shares shows how the limits are divided that matter most
   */
  public static BatchCallback register(
      OpenTelemetry telemetry, GatewayContext node, LimitShareGauges shares) {
    Meter meter = telemetry.getMeter("io.sluice.gateway");
    DispatchGauges gauges = new DispatchGauges(meter, node, shares);
    node.dispatchLimits().whenForgotten(gauges.limits::forget);
    return meter.batchCallback(
        gauges::observe,
        gauges.messages,
        gauges.bytes,
        gauges.withheld,
        gauges.throttled,
        gauges.shadowThrottled,
        shares.share(),
        shares.nodes());
  }

  private void observe() {
    DispatchMetrics metrics = node.dispatchMetrics();
    messages.record(metrics.messages());
    bytes.record(metrics.bytes());
    withheld.record(metrics.withheld());
    throttled.record(
        node.dispatchLimits().limiters().stream()
            .mapToLong(SharedLimiter::waiting)
            .sum(),
        Attributes.of(LIMITER, "topic"));
    throttled.record(
        node.groups().all().stream()
            .mapToLong(group -> group.dispatch().waiting())
            .sum(),
        Attributes.of(LIMITER, "group"));
    NodeDispatchLimiter all = node.dispatchLimits().node();
    if (all.isLimited()) {
      Attributes attributes = Attributes.of(LIMITER, "node");
      throttled.record(all.waiting(), attributes);
      shadowThrottled.record(all.counts().shadowThrottled(), attributes);
    }
    limits.show(node.dispatchLimits().limiters(), (key, totals) -> node.dispatchLimits()
        .find(key)
        .ifPresent(limiter -> shares.show(limiter, attributes(key))));
  }

  private static Attributes attributes(DispatchLimiter.Key key) {
    AttributesBuilder attributes = Attributes.builder()
        .put(LIMITER, key.subscription().isEmpty() ? "topic" : "subscription")
        .put(LimitShareGauges.DIRECTION, "dispatch")
        .put(PublishGauges.NAMESPACE, key.topic().namespace())
        .put(PublishGauges.TOPIC, key.topic().toString());
    return key.subscription().isEmpty()
        ? attributes.build()
        : attributes.put(SUBSCRIPTION, key.subscription()).build();
  }
}
