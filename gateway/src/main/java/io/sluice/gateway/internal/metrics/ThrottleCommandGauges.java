package io.sluice.gateway.internal.metrics;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import io.sluice.gateway.internal.publish.ThrottleCommandMetrics;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;

/**
 * What the node shows of THROTTLE_PRODUCER commands and their receipts whenever metrics are
 * collected.
 */
public final class ThrottleCommandGauges {

  private static final AttributeKey<String> REASON = AttributeKey.stringKey("reason");
  private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("outcome");

  private final ThrottleCommandMetrics metrics;
  private final ObservableLongMeasurement commands;
  private final ObservableLongMeasurement receipts;
  private final ObservableLongMeasurement broken;

  private ThrottleCommandGauges(Meter meter, ThrottleCommandMetrics metrics) {
    this.metrics = metrics;
    this.commands = PublishGauges.counter(
        meter, "sluice.throttle.commands", "THROTTLE_PRODUCER commands sent, by reason");
    this.receipts = PublishGauges.counter(
        meter,
        "sluice.throttle.receipts",
        "Receipts for THROTTLE_PRODUCER: in_time, missing when the wait time was over, or late;"
            + " a late receipt was counted as missing before");
    this.broken = PublishGauges.counter(
        meter,
        "sluice.throttle.promises.broken",
        "Frames that came during a pause that the client's receipt had promised to keep");
  }

  /** Registers the gauges, until the callback is closed. */
  public static BatchCallback register(OpenTelemetry telemetry, ThrottleCommandMetrics metrics) {
    Meter meter = telemetry.getMeter("io.sluice.gateway");
    ThrottleCommandGauges gauges = new ThrottleCommandGauges(meter, metrics);
    return meter.batchCallback(gauges::observe, gauges.commands, gauges.receipts, gauges.broken);
  }

  private void observe() {
    for (ThrottlingReason reason : ThrottlingReason.values()) {
      commands.record(metrics.commands(reason), Attributes.of(REASON, reason.name()));
    }
    receipts.record(metrics.receiptsInTime(), Attributes.of(OUTCOME, "in_time"));
    receipts.record(metrics.receiptsLate(), Attributes.of(OUTCOME, "late"));
    receipts.record(metrics.receiptsMissing(), Attributes.of(OUTCOME, "missing"));
    broken.record(metrics.promisesBroken());
  }
}
