package io.sluice.gateway.internal.net;

import io.netty.channel.Channel;
import io.sluice.protocol.Frames;

/**
 * Keep-alive of one hop. Each side of the gateway is asked by the gateway itself, so that a pause on
 * one side never looks like death to the other. Belongs to the session's event loop, which calls
 * {@link #tick} twice per interval; nothing here reads a clock.
 */
public final class KeepAlive {

  private static final int TICKS_UNTIL_PING = 2;
  private static final int TICKS_UNTIL_DEAD = 4;

  private final Channel peer;
  private boolean heard;
  private int silentTicks;

  public KeepAlive(Channel peer) {
    this.peer = peer;
  }

  /** Something arrived. */
  public void heard() {
    heard = true;
  }

  /** Whether the peer is still believed to be there. */
  public boolean tick() {
    if (!peer.config().isAutoRead()) {
      // It may be talking without being read, and asking whether we are there: any frame tells it.
      ChannelWrites.keepAlive(peer, Frames.pong());
      heard = true;
    }
    silentTicks = heard ? 0 : silentTicks + 1;
    heard = false;
    if (silentTicks == TICKS_UNTIL_PING) {
      ChannelWrites.keepAlive(peer, Frames.ping());
    }
    return silentTicks < TICKS_UNTIL_DEAD;
  }
}
