package io.sluice.cli.remote;

import java.io.IOException;

/** A request that has failed or was refused; the message says in one line what, where, and what to do. */
public final class ApiException extends IOException {

  private final int status;

  /** @param status of HTTP, or 0 if there was no answer */
  ApiException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** Whether the node has answered 404. */
  public boolean isNotFound() {
    return status == 404;
  }
}
