package io.sluice.client;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoopGroup;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.impl.ClientCnx;
import org.apache.pulsar.client.impl.conf.ClientConfigurationData;
import org.apache.pulsar.client.impl.metrics.InstrumentProvider;

/** A connection that puts a {@link ThrottleHandler} before itself. */
final class AwareCnx extends ClientCnx {

  private final Throttles throttles;
  private final long closeWaitNanos;

  AwareCnx(
      InstrumentProvider instruments,
      ClientConfigurationData conf,
      EventLoopGroup eventLoops,
      Throttles throttles) {
    super(instruments, conf, eventLoops);
    this.throttles = throttles;
    // A request that has no answer by the operation timeout fails, and with it what closes a
    // producer. Half of it is left
    // for the answer.
    closeWaitNanos = TimeUnit.MILLISECONDS.toNanos(conf.getOperationTimeoutMs()) / 2;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
    super.handlerAdded(ctx);
    ctx.pipeline()
        .addBefore(ctx.name(), "sluice-throttle", new ThrottleHandler(throttles, closeWaitNanos));
  }
}
