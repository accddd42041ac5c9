package io.sluice.gateway.internal.publish;

import io.sluice.gateway.internal.limit.LimitListeners;
import io.sluice.gateway.internal.net.RegistryById;
import io.sluice.gateway.internal.net.SessionContext;
import io.sluice.gateway.view.PauseReason;
import java.util.concurrent.TimeUnit;

/**
 * Tells the producers of an aware client that its connection is not read: at once, and again while that
 * lasts, but not more than once per second, as a busy connection is often not read for a moment. Receipts
 * are not waited for, as they are behind what is not read. Belongs to the connection's event loop.
 */
final class ReadPauseNotifier implements ReadPauses.Listener {

  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final SessionContext session;
  private final RegistryById<ProducerRequest, Producer> producers;
  private final ThrottleCommandWriter writer;
  private boolean told;

  ReadPauseNotifier(
      SessionContext session,
      RegistryById<ProducerRequest, Producer> producers,
      ThrottleCommandWriter writer) {
    this.session = session;
    this.producers = producers;
    this.writer = writer;
  }

  @Override
  public void paused(ReadPauses pauses, PauseReason reason) {
    if (!told && session.isAware()) {
      tell(pauses, reason);
    }
  }

  private void tell(ReadPauses pauses, PauseReason reason) {
    told = true;
    if (session.isClientWritable()) {
      producers.all().stream()
          .filter(producer -> isToBeTold(producer, reason))
          .limit(LimitListeners.MOST_TOLD)
          .forEach(producer -> writer.write(producer.traffic().id(), reason.wireReason(), 0));
    }
    var unused = session.schedule(() -> tellAgain(pauses), INTERVAL_NANOS);
  }

  /**
   * The node's rate has the same reason as the broker's on the wire, and a command without a pause would end the
   * pause that a producer has for its broker.
   */
  private static boolean isToBeTold(Producer producer, PauseReason reason) {
    return reason != PauseReason.NODE_RATE || !producer.isThrottled();
  }

  private void tellAgain(ReadPauses pauses) {
    told = false;
    pauses.longest().ifPresent(reason -> tell(pauses, reason));
  }
}
