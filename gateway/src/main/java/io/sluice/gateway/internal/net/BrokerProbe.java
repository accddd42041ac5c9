package io.sluice.gateway.internal.net;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Tries every few seconds whether a broker can be reached; without one the node is of no use. */
public final class BrokerProbe implements AutoCloseable {

  private static final long INTERVAL_SECONDS = 5;

  private final BrokerDialer dialer;
  private final EventLoop loop;
  private volatile Optional<String> fault = Optional.of("no broker has been reached yet");
  private @Nullable ScheduledFuture<?> ticker;

  private BrokerProbe(BrokerDialer dialer, EventLoop loop) {
    this.dialer = dialer;
    this.loop = loop;
  }

  /** Tries at once, and then until the probe is closed. */
  public static BrokerProbe start(BrokerDialer dialer, EventLoop loop) {
    BrokerProbe probe = new BrokerProbe(dialer, loop);
    probe.ticker = loop.scheduleWithFixedDelay(probe::probe, 0, INTERVAL_SECONDS, TimeUnit.SECONDS);
    return probe;
  }

  private void probe() {
    dialer.dialAny(
        loop,
        (channel, broker) -> {
          ChannelWrites.close(channel);
          fault = Optional.empty();
        },
        cause -> fault = Optional.of("no broker can be reached: " + cause.getMessage()));
  }

  /** Why no broker can be reached, if so. */
  public Optional<String> fault() {
    return fault;
  }

  @Override
  public void close() {
    if (ticker != null) {
      ticker.cancel(false);
    }
  }
}
