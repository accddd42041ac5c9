package io.sluice.gateway.internal.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What was written to a peer and not taken by it. If a client takes nothing at all for long, the broker's
 * answers do not get through, and what it has published would count as under way for ever. Belongs to
 * the session's event loop, which asks twice per keep-alive interval.
 */
public final class PendingWrites {

  private static final int TICKS_UNTIL_STUCK = 4;

  private final Channel peer;
  private long before;
  private int ticks;

  public PendingWrites(Channel peer) {
    this.peer = peer;
  }

  /** Whether the peer has not taken a single byte for two keep-alive intervals. */
  public boolean isStuck() {
    long now = bytes(peer);
    ticks = !peer.isWritable() && now == before ? ticks + 1 : 0;
    before = now;
    return ticks >= TICKS_UNTIL_STUCK;
  }

  public static long bytes(@Nullable Channel peer) {
    ChannelOutboundBuffer buffer = peer == null ? null : peer.unsafe().outboundBuffer();
    return buffer == null ? 0 : buffer.totalPendingWriteBytes();
  }
}
