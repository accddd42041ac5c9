package io.sluice.gateway.internal.session;

import io.netty.channel.Channel;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.context.Context;
import io.sluice.gateway.internal.net.PendingWrites;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What the node counts. Counters that are touched per read are plain adders, read when asked for. */
public final class GatewayMetrics {

  static final AttributeKey<String> FROM = AttributeKey.stringKey("from");
  private static final AttributeKey<String> TOWARDS = AttributeKey.stringKey("towards");
  private static final AttributeKey<String> REASON = AttributeKey.stringKey("reason");
  private static final List<Double> LATENCY_BUCKETS_SECONDS = List.of(
      10e-6, 25e-6, 50e-6, 100e-6, 250e-6, 500e-6, 1e-3, 2.5e-3, 5e-3, 10e-3, 50e-3, 100e-3, 1.0);

  /** Frames that came from one kind of peer. */
  public static final class PeerTraffic {
    public final Attributes attributes;
    public final LongAdder frames = new LongAdder();
    public final LongAdder bytes = new LongAdder();
    private final DoubleHistogram latency;

    private PeerTraffic(String from, DoubleHistogram latency) {
      this.attributes = Attributes.of(FROM, from);
      this.latency = latency;
    }

    void add(int frameCount, long byteCount, long nanos) {
      frames.add(frameCount);
      bytes.add(byteCount);
      // With the context given, none has to be looked up in the thread.
      latency.record(nanos / 1e9, attributes, Context.root());
    }
  }

  /**
   * The connections to one kind of peer, by the sessions that have them. What a peer has not taken yet
   * is in Netty's own counters, which any thread may read.
   */
  public static final class Peers {
    public final Attributes attributes;
    private final Set<Channel> channels = ConcurrentHashMap.newKeySet();

    private Peers(String towards) {
      this.attributes = Attributes.of(TOWARDS, towards);
    }

    /** Bytes that are written and that the peer has not taken. */
    public long pendingWriteBytes() {
      return channels.stream().mapToLong(PendingWrites::bytes).sum();
    }

    /** How many take no more, so that the other side is not read. */
    public long unwritable() {
      return channels.stream().filter(channel -> !channel.isWritable()).count();
    }
  }

  private final Peers clients = new Peers("client");
  private final Peers brokers = new Peers("broker");
  private final PeerTraffic fromClients;
  private final PeerTraffic fromBrokers;
  private final LongCounter opened;
  private final LongCounter closed;
  private final LongCounter requestsRefused;

  public GatewayMetrics(OpenTelemetry telemetry) {
    Meter meter = telemetry.getMeter("io.sluice.gateway");
    DoubleHistogram latency = meter
        .histogramBuilder("sluice.gateway.latency")
        .setDescription(
            "From reading frames until the other side's socket has them or its buffer does")
        .setUnit("s")
        .setExplicitBucketBoundariesAdvice(LATENCY_BUCKETS_SECONDS)
        .build();
    this.fromClients = new PeerTraffic("client", latency);
    this.fromBrokers = new PeerTraffic("broker", latency);
    this.opened = meter
        .counterBuilder("sluice.gateway.connections.opened")
        .setDescription("Connections that clients have opened")
        .build();
    this.closed = meter
        .counterBuilder("sluice.gateway.connections.closed")
        .setDescription("Connections of clients that have ended, by reason")
        .build();
    this.requestsRefused = meter
        .counterBuilder("sluice.gateway.requests.refused")
        .setDescription("Requests that were answered with TooManyRequests")
        .build();
    beginAtZero();
  }

  /** A dashboard that shows how these grow would miss the first step of one that was not there before. */
  private void beginAtZero() {
    opened.add(0);
    requestsRefused.add(0);
    for (CloseReason reason : CloseReason.values()) {
      closed.add(0, Attributes.of(REASON, reason.label()));
    }
  }

  public PeerTraffic fromClients() {
    return fromClients;
  }

  public PeerTraffic fromBrokers() {
    return fromBrokers;
  }

  public Peers clients() {
    return clients;
  }

  public Peers brokers() {
    return brokers;
  }

  /** A session begins with its client's connection. */
  void opened(Channel client) {
    clients.channels.add(client);
    opened.add(1);
  }

  /** A session has a connection to a broker. */
  void dialled(Channel broker) {
    brokers.channels.add(broker);
  }

  /** A session ends. */
  void closed(Channel client, @Nullable Channel broker, CloseReason reason) {
    clients.channels.remove(client);
    if (broker != null) {
      brokers.channels.remove(broker);
    }
    closed(reason);
  }

  /** A connection that never became a session has come and gone. */
  void turnedAway(CloseReason reason) {
    opened.add(1);
    closed(reason);
  }

  private void closed(CloseReason reason) {
    closed.add(1, Attributes.of(REASON, reason.label()));
  }

  void requestRefused() {
    requestsRefused.add(1);
  }
}
