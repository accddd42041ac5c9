package io.sluice.gateway.internal.session;

/**
 * What was read of one connection at once, up to the moment at which it was handed to the other side's
 * socket. Counted in plain fields and told to the metrics once per burst: the clock is read twice per
 * burst of up to many frames, not per frame. Belongs to the connection's event loop.
 */
final class ReadBurst {

  private final GatewayMetrics.PeerTraffic peer;
  private long startNanos;
  private int frames;
  private long bytes;

  ReadBurst(GatewayMetrics.PeerTraffic peer) {
    this.peer = peer;
  }

  void frame() {
    if (frames++ == 0) {
      startNanos = System.nanoTime();
    }
  }

  void bytes(int count) {
    bytes += count;
  }

  /** The other side was flushed. */
  void end() {
    if (frames > 0) {
      peer.add(frames, bytes, System.nanoTime() - startNanos);
      frames = 0;
      bytes = 0;
    }
  }
}
