package io.sluice.gateway.internal.publish;

import io.sluice.gateway.internal.limit.LimitListeners;
import io.sluice.gateway.internal.session.Session;
import io.sluice.gateway.view.PauseReason;
import java.util.concurrent.TimeUnit;

/**
 * Tells the producers of a connection that it is not read, if the client understands it: at once, and
 * again while it lasts, but not more than once per second, as a busy connection is often not read for a
 * moment. Answers are not waited for, as they are behind what is not read. Belongs to the connection's
 * event loop.
 */
final class PauseNotifier {

  private static final long INTERVAL_MILLIS = 1000;

  private final PublishThrottle publishing;
  private final Session session;
  private final ThrottleCommandWriter words;
  private boolean said;

  PauseNotifier(PublishThrottle publishing, Session session, ThrottleCommandWriter words) {
    this.publishing = publishing;
    this.session = session;
    this.words = words;
  }

  /** The connection is not read, from now on and for this reason. */
  void paused(PauseReason reason) {
    if (!said && session.isAware()) {
      say(reason);
    }
  }

  private void say(PauseReason reason) {
    said = true;
    if (words.areHeard()) {
      session.handles.producers().stream()
          .limit(LimitListeners.MOST_TOLD)
          .forEach(producer -> words.say(producer, reason.wireReason(), 0));
    }
    var unused = session
        .client
        .eventLoop()
        .schedule(() -> session.guard(this::sayAgain), INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void sayAgain() {
    said = false;
    publishing.pauses().longest().ifPresent(this::say);
  }
}
