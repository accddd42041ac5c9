package io.sluice.gateway.internal.metrics;

import io.netty.channel.Channel;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import io.sluice.gateway.internal.net.Backlog;
import io.sluice.gateway.internal.session.GatewayContext;
import io.sluice.gateway.internal.session.GatewayMetrics;
import io.sluice.gateway.internal.session.Session;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** What the node shows of its present state whenever metrics are collected. */
public final class GatewayGauges implements AutoCloseable {

  private static final AttributeKey<String> TOWARDS = AttributeKey.stringKey("towards");
  private static final Attributes TOWARDS_CLIENT = Attributes.of(TOWARDS, "client");
  private static final Attributes TOWARDS_BROKER = Attributes.of(TOWARDS, "broker");

  private final GatewayContext node;
  private final ObservableLongMeasurement frames;
  private final ObservableLongMeasurement bytes;
  private final ObservableLongMeasurement connections;
  private final ObservableLongMeasurement connectionsLimit;
  private final ObservableLongMeasurement producers;
  private final ObservableLongMeasurement consumers;
  private final ObservableLongMeasurement lookups;
  private final ObservableLongMeasurement heldBytes;
  private final ObservableLongMeasurement paused;
  private final BatchCallback callback;

  public GatewayGauges(OpenTelemetry telemetry, GatewayContext node) {
    this.node = node;
    Meter meter = telemetry.getMeter("io.sluice.gateway");
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
    this.connectionsLimit =
        gauge(meter, "sluice.gateway.connections.limit", "How many of these the node takes");
    this.producers = gauge(meter, "sluice.gateway.producers", "Open producers");
    this.consumers = gauge(meter, "sluice.gateway.consumers", "Open consumers");
    this.lookups =
        gauge(meter, "sluice.gateway.lookups.in.flight", "Lookups that no broker has answered yet");
    this.heldBytes = meter
        .gaugeBuilder("sluice.gateway.held.bytes")
        .ofLongs()
        .setDescription("Bytes read and not yet taken by the other side, by where they go")
        .setUnit("By")
        .buildObserver();
    this.paused = gauge(
        meter,
        "sluice.gateway.paused",
        "Connections not read now because the other side takes no more, by that side");
    this.callback = meter.batchCallback(
        this::observe,
        frames,
        bytes,
        connections,
        connectionsLimit,
        producers,
        consumers,
        lookups,
        heldBytes,
        paused);
  }

  private static ObservableLongMeasurement gauge(Meter meter, String name, String description) {
    return meter.gaugeBuilder(name).ofLongs().setDescription(description).buildObserver();
  }

  private void observe() {
    for (GatewayMetrics.Direction direction : new GatewayMetrics.Direction[] {
      node.metrics().fromClients(), node.metrics().fromBrokers()
    }) {
      frames.record(direction.frames.sum(), direction.attributes);
      bytes.record(direction.bytes.sum(), direction.attributes);
    }
    connections.record(node.slots().taken());
    connectionsLimit.record(node.slots().max());
    producers.record(sum(session -> session.publish.producerCount()));
    consumers.record(sum(session -> session.dispatch.consumerCount()));
    lookups.record(node.lookups().taken());
    heldBytes.record(sum(session -> Backlog.bytes(session.connections.client())), TOWARDS_CLIENT);
    heldBytes.record(sum(session -> Backlog.bytes(session.connections.broker())), TOWARDS_BROKER);
    paused.record(sum(session -> isWritable(session.connections.client()) ? 0 : 1), TOWARDS_CLIENT);
    paused.record(sum(session -> isWritable(session.connections.broker()) ? 0 : 1), TOWARDS_BROKER);
  }

  private long sum(ToLongFunction<Session> figure) {
    return node.sessions().all().stream().mapToLong(figure).sum();
  }

  private static boolean isWritable(@Nullable Channel channel) {
    return channel == null || channel.isWritable();
  }

  @Override
  public void close() {
    callback.close();
  }
}
