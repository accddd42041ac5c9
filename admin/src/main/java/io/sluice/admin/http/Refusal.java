package io.sluice.admin.http;

import com.linecorp.armeria.common.HttpStatus;

/** A request is not done; the message says why, to whoever asked. */
public final class Refusal extends RuntimeException {

  private final HttpStatus status;
  private final String detail;

  public Refusal(HttpStatus status, String message) {
    this(status, message, message);
  }

  /** With what is not for whoever asked, but for the log. */
  public Refusal(HttpStatus status, String message, String detail) {
    super(message, null, false, false); // an answer, not a fault: nobody needs its trace
    this.status = status;
    this.detail = detail;
  }

  public HttpStatus status() {
    return status;
  }

  /** What the log says; the message unless there is more to say. */
  public String detail() {
    return detail;
  }
}
