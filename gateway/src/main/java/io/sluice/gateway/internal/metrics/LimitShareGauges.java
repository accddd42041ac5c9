package io.sluice.gateway.internal.metrics;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import io.sluice.gateway.internal.limit.RegisteredLimiter;
import io.sluice.gateway.internal.limit.ResourceGroups;
import io.sluice.quota.DividedLimits;
import io.sluice.quota.QuotaUnit;
import java.util.Locale;

/**
 * What the node shows of how limits are divided among nodes, whenever metrics are collected. The gauges of publish and
 * dispatch limits say which limits are shown by name: there may be any number of limits.
 */
public final class LimitShareGauges {

  /** Whether a limit is for a topic, a broker or a subscription. */
  static final AttributeKey<String> LIMITER = AttributeKey.stringKey("limiter");

  static final AttributeKey<String> DIRECTION = AttributeKey.stringKey("direction");

  private static final AttributeKey<String> UNIT = AttributeKey.stringKey("unit");
  private static final AttributeKey<String> ROLE = AttributeKey.stringKey("role");

  private final ResourceGroups groups;
  private final ObservableDoubleMeasurement share;
  private final ObservableLongMeasurement nodes;
  private final ObservableLongMeasurement divided;

  LimitShareGauges(
      ResourceGroups groups,
      ObservableDoubleMeasurement share,
      ObservableLongMeasurement nodes,
      ObservableLongMeasurement divided) {
    this.groups = groups;
    this.share = share;
    this.nodes = nodes;
    this.divided = divided;
  }

  /** Those of a node. */
  public static LimitShareGauges of(OpenTelemetry telemetry, ResourceGroups groups) {
    Meter meter = telemetry.getMeter("io.sluice.gateway");
    return new LimitShareGauges(
        groups,
        meter
            .gaugeBuilder("sluice.limit.share")
            .setDescription("Which part of a limit this node may use, from 0 to 1")
            .buildObserver(),
        PublishGauges.gauge(
            meter,
            "sluice.limit.nodes",
            "On how many nodes a limit is used, as far as this one knows"),
        PublishGauges.gauge(
            meter,
            "sluice.limits.divided",
            "Limits of this node that other nodes use, too, by whether this node divides them"));
  }

  /** Registers the gauge of all limits together, until the callback is closed. */
  public BatchCallback register(OpenTelemetry telemetry) {
    return telemetry.getMeter("io.sluice.gateway").batchCallback(this::observe, divided);
  }

  /** Recorded by {@link #show}. */
  ObservableDoubleMeasurement share() {
    return share;
  }

  /** Recorded by {@link #show}. */
  ObservableLongMeasurement nodes() {
    return nodes;
  }

  void observe() {
    DividedLimits limits = groups.dividedLimits();
    divided.record(limits.leading(), Attributes.of(ROLE, "leads"));
    divided.record(limits.following(), Attributes.of(ROLE, "follows"));
  }

  /** Shows one limit, if this node uses it; also if no other node does, so that its series do not come and go. */
  void show(RegisteredLimiter<?> limiter, Attributes attributes) {
    groups.division(limiter).ifPresent(division -> {
      nodes.record(division.nodes(), attributes);
      show(limiter, QuotaUnit.MESSAGES, division.messages(), attributes);
      show(limiter, QuotaUnit.BYTES, division.bytes(), attributes);
    });
  }

  private void show(
      RegisteredLimiter<?> limiter, QuotaUnit unit, double part, Attributes attributes) {
    if (Double.isFinite(limiter.limit(unit))) {
      String name = unit.name().toLowerCase(Locale.ROOT);
      share.record(part, attributes.toBuilder().put(UNIT, name).build());
    }
  }
}
