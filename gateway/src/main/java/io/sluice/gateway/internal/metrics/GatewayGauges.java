package io.sluice.gateway.internal.metrics;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import io.sluice.gateway.internal.session.GatewayContext;
import io.sluice.gateway.internal.session.GatewayMetrics;

/**
 * What the node shows of its present state whenever metrics are collected, by a thread of its own: from
 * counters that event loops keep, never from sessions, which belong to their event loops.
 */
public final class GatewayGauges {

  private final GatewayContext node;
  private final ObservableLongMeasurement frames;
  private final ObservableLongMeasurement bytes;
  private final ObservableLongMeasurement connections;
  private final ObservableLongMeasurement connectionsLimit;
  private final ObservableLongMeasurement producers;
  private final ObservableLongMeasurement consumers;
  private final ObservableLongMeasurement lookups;
  private final ObservableLongMeasurement pendingWriteBytes;
  private final ObservableLongMeasurement unwritable;

  private GatewayGauges(Meter meter, GatewayContext node) {
    this.node = node;
    this.frames = meter
        .counterBuilder("sluice.gateway.frames")
        .setDescription("Frames read, by who sent them")
        .buildObserver();
    this.bytes = meter
        .counterBuilder("sluice.gateway.bytes")
        .setDescription("Bytes of frames that were passed on, by who sent them")
        .setUnit("By")
        .buildObserver();
    this.connections = gauge(meter, "sluice.gateway.connections", "Connections of clients");
    this.connectionsLimit = gauge(
        meter,
        "sluice.gateway.connections.limit",
        "The most connections of clients that the node accepts");
    this.producers = gauge(meter, "sluice.gateway.producers", "Open producers");
    this.consumers = gauge(meter, "sluice.gateway.consumers", "Open consumers");
    this.lookups =
        gauge(meter, "sluice.gateway.lookups.in.flight", "Lookups that no broker has answered yet");
    this.pendingWriteBytes = meter
        .gaugeBuilder("sluice.gateway.held.bytes")
        .ofLongs()
        .setDescription("Bytes read and not yet taken by the other side, by where they go")
        .setUnit("By")
        .buildObserver();
    this.unwritable = gauge(
        meter,
        "sluice.gateway.paused",
        "Connections not read now because the other side takes no more, by that side");
  }

  /** Registers the gauges, until the callback is closed. */
  public static BatchCallback register(OpenTelemetry telemetry, GatewayContext node) {
    Meter meter = telemetry.getMeter("io.sluice.gateway");
    GatewayGauges gauges = new GatewayGauges(meter, node);
    return meter.batchCallback(
        gauges::observe,
        gauges.frames,
        gauges.bytes,
        gauges.connections,
        gauges.connectionsLimit,
        gauges.producers,
        gauges.consumers,
        gauges.lookups,
        gauges.pendingWriteBytes,
        gauges.unwritable);
  }

  private static ObservableLongMeasurement gauge(Meter meter, String name, String description) {
    return meter.gaugeBuilder(name).ofLongs().setDescription(description).buildObserver();
  }

  private void observe() {
    for (GatewayMetrics.PeerTraffic peer : new GatewayMetrics.PeerTraffic[] {
      node.metrics().fromClients(), node.metrics().fromBrokers()
    }) {
      frames.record(peer.frames.sum(), peer.attributes);
      bytes.record(peer.bytes.sum(), peer.attributes);
    }
    connections.record(node.slots().taken());
    connectionsLimit.record(node.slots().max());
    producers.record(node.publishMetrics().producers());
    consumers.record(node.dispatchMetrics().consumers());
    lookups.record(node.lookups().taken());
    for (GatewayMetrics.Peers peers :
        new GatewayMetrics.Peers[] {node.metrics().clients(), node.metrics().brokers()}) {
      pendingWriteBytes.record(peers.pendingWriteBytes(), peers.attributes);
      unwritable.record(peers.unwritable(), peers.attributes);
    }
  }
}
