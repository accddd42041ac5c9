package io.sluice.gateway.internal.metrics;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import io.sluice.gateway.internal.dispatch.DispatchMetrics;
import io.sluice.gateway.internal.limit.NodeDispatchLimiter;
import io.sluice.gateway.internal.limit.SharedLimiter;
import io.sluice.gateway.internal.session.GatewayContext;

/**
 * What the node shows of its dispatch limits whenever metrics are collected: of the node as a whole, as
 * there may be any number of topics and subscriptions.
 */
public final class DispatchGauges {

  private static final AttributeKey<String> LIMITER = AttributeKey.stringKey("limiter");

  private final GatewayContext node;
  private final ObservableLongMeasurement messages;
  private final ObservableLongMeasurement bytes;
  private final ObservableLongMeasurement withheld;
  private final ObservableLongMeasurement throttled;
  private final ObservableLongMeasurement shadowThrottled;

  private DispatchGauges(Meter meter, GatewayContext node) {
    this.node = node;
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

  /** Registers the gauges, until the callback is closed. */
  public static BatchCallback register(OpenTelemetry telemetry, GatewayContext node) {
    Meter meter = telemetry.getMeter("io.sluice.gateway");
    DispatchGauges gauges = new DispatchGauges(meter, node);
    return meter.batchCallback(
        gauges::observe,
        gauges.messages,
        gauges.bytes,
        gauges.withheld,
        gauges.throttled,
        gauges.shadowThrottled);
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
  }
}
