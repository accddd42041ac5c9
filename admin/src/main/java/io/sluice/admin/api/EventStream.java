package io.sluice.admin.api;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.common.stream.CancelledSubscriptionException;
import java.util.concurrent.CompletableFuture;

/**
 * A client that is told of events. At most one event waits to be read; while it does, others are left
 * out, and after some of them the stream is ended.
 */
final class EventStream {

  static final int MOST_LEFT_OUT = 10;

  private final HttpResponseWriter response;
  private CompletableFuture<Void> read = CompletableFuture.completedFuture(null);
  private int leftOut;

  EventStream(HttpResponseWriter response) {
    this.response = response;
  }

  /** Called by one thread at a time. */
  void send(HttpData event) {
    if (read.isDone()) {
      leftOut = 0;
      if (response.tryWrite(event)) {
        read = response.whenConsumed();
      }
    } else if (++leftOut > MOST_LEFT_OUT) {
      response.abort(CancelledSubscriptionException.get());
    }
  }

  void close() {
    response.close();
  }
}
