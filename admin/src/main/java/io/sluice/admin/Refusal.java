package io.sluice.admin;

import com.linecorp.armeria.common.HttpStatus;

/** A request is not done; the message says why, to whoever asked. */
public final class Refusal extends RuntimeException {

  private final HttpStatus status;

  public Refusal(HttpStatus status, String message) {
    super(message, null, false, false); // an answer, not a fault: nobody needs its trace
    this.status = status;
  }

  public HttpStatus status() {
    return status;
  }
}
