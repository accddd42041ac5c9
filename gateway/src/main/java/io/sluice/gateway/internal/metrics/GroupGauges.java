package io.sluice.gateway.internal.metrics;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import io.sluice.gateway.internal.limit.GroupLimiter;
import io.sluice.gateway.internal.limit.ResourceGroup;
import io.sluice.gateway.internal.limit.ResourceGroups;
import io.sluice.policy.PolicyKey;
import io.sluice.quota.QuotaDimension;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** What the node shows of resource groups whenever metrics are collected. */
public final class GroupGauges {

  private static final AttributeKey<String> GROUP = AttributeKey.stringKey("group");
  private static final AttributeKey<String> DIRECTION = AttributeKey.stringKey("direction");
  private static final AttributeKey<String> USE = AttributeKey.stringKey("use");
  private static final String OTHER = "other";

  private final ResourceGroups groups;
  private final TopLimits<PolicyKey.Group, GroupLimiter> publish;
  private final TopLimits<PolicyKey.Group, GroupLimiter> dispatch;
  private final ObservableLongMeasurement messages;
  private final ObservableLongMeasurement bytes;
  private final ObservableLongMeasurement throttled;
  private final ObservableDoubleMeasurement throttledTime;
  private final ObservableDoubleMeasurement share;
  private final ObservableDoubleMeasurement quota;
  private final ObservableLongMeasurement nodes;
  private final ObservableLongMeasurement connected;

  private GroupGauges(Meter meter, ResourceGroups groups, int most) {
    this.groups = groups;
    this.publish = new TopLimits<>(most, GroupLimiter::group);
    this.dispatch = new TopLimits<>(most, GroupLimiter::group);
    this.messages = PublishGauges.counter(
        meter, "sluice.group.messages", "Messages of a resource group through this node");
    this.bytes = PublishGauges.counter(
        meter, "sluice.group.bytes", "Bytes of a resource group through this node");
    this.throttled = PublishGauges.counter(
        meter,
        "sluice.group.throttled",
        "How often a producer or consumer had to wait for its group's quota");
    this.throttledTime = PublishGauges.seconds(
        meter,
        "sluice.group.throttled.time",
        "How long producers and consumers have waited for their group's quota, all together");
    this.share =
        rate(meter, "sluice.group.share", "This node's share of a group's quota, per second");
    this.quota = rate(meter, "sluice.group.quota", "What all nodes together may use, per second");
    this.nodes = PublishGauges.gauge(
        meter, "sluice.group.nodes", "Nodes that share the quotas, as far as this one knows");
    this.connected = PublishGauges.gauge(
        meter,
        "sluice.group.exchange.heard",
        "Whether this node hears what the nodes tell each other: 1 or 0");
  }

  /**
   * Registers the gauges, until the callback is closed.
   *
   * @param most so many groups are shown by name in each direction
   */
  public static BatchCallback register(OpenTelemetry telemetry, ResourceGroups groups, int most) {
    Meter meter = telemetry.getMeter("io.sluice.gateway");
    GroupGauges gauges = new GroupGauges(meter, groups, most);
    groups.whenForgotten(group -> {
      gauges.publish.forget(group.publish());
      gauges.dispatch.forget(group.dispatch());
    });
    return meter.batchCallback(
        gauges::observe,
        gauges.messages,
        gauges.bytes,
        gauges.throttled,
        gauges.throttledTime,
        gauges.share,
        gauges.quota,
        gauges.nodes,
        gauges.connected);
  }

  private static ObservableDoubleMeasurement rate(Meter meter, String name, String description) {
    return meter.gaugeBuilder(name).setDescription(description).buildObserver();
  }

  private void observe() {
    Set<PolicyKey.Group> shown = new HashSet<>();
    publish.show(groups.all().stream().map(ResourceGroup::publish).toList(), (group, totals) -> {
      shown.add(group);
      show(group.name(), "publish", totals);
    });
    dispatch.show(groups.all().stream().map(ResourceGroup::dispatch).toList(), (group, totals) -> {
      shown.add(group);
      show(group.name(), "dispatch", totals);
    });
    show(OTHER, "publish", publish.other());
    show(OTHER, "dispatch", dispatch.other());
    groups.all().stream().filter(group -> shown.contains(group.key())).forEach(this::showShares);
    nodes.record(groups.nodes());
    connected.record(groups.isConnected() ? 1 : 0);
  }

  private void show(String group, String direction, TopLimits.Totals totals) {
    Attributes attributes = Attributes.of(GROUP, group, DIRECTION, direction);
    messages.record(totals.admitted(), attributes);
    bytes.record(totals.admittedBytes(), attributes);
    throttled.record(totals.throttledTimes(), attributes);
    throttledTime.record(totals.throttledNanos() / 1e9, attributes);
  }

  /** Shows share and quota of the dimensions that have a quota. */
  private void showShares(ResourceGroup group) {
    for (QuotaDimension use : QuotaDimension.values()) {
      if (Double.isFinite(group.quota(use))) {
        Attributes attributes =
            Attributes.of(GROUP, group.name(), USE, use.name().toLowerCase(Locale.ROOT));
        share.record(group.share(use), attributes);
        quota.record(group.quota(use), attributes);
      }
    }
  }
}
