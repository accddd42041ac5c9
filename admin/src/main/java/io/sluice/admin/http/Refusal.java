package io.sluice.admin.http;

import com.linecorp.armeria.common.HttpStatus;
import java.util.Optional;

/** A request is not done; the message says why, to the caller. */
public final class Refusal extends RuntimeException {

  /** The code of {@link #changedMeanwhile}, which tells it from other answers of the same status. */
  public static final String CHANGED = "changed";

  private final HttpStatus status;
  private final String detail;
  private final Optional<String> code;

  public Refusal(HttpStatus status, String message) {
    this(status, message, message);
  }

  /** With what is not for the caller, but for the log. */
  public Refusal(HttpStatus status, String message, String detail) {
    this(status, message, detail, Optional.empty());
  }

  private Refusal(HttpStatus status, String message, String detail, Optional<String> code) {
    super(message, null, false, false); // an answer, not a fault: its trace is of no use
    this.status = status;
    this.detail = detail;
    this.code = code;
  }

  /** What the change is based on is not in force any more. */
  public static Refusal changedMeanwhile(String message) {
    return new Refusal(HttpStatus.PRECONDITION_FAILED, message, message, Optional.of(CHANGED));
  }

  public HttpStatus status() {
    return status;
  }

  /** What the log says; the message unless there is more to say. */
  public String detail() {
    return detail;
  }

  /** What programs tell it by, where the status does not say enough. */
  public Optional<String> code() {
    return code;
  }
}
