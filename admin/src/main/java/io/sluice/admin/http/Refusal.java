package io.sluice.admin.http;

import com.linecorp.armeria.common.HttpStatus;
import java.util.Optional;

/** Refuses a request; the message tells the caller why. */
public final class Refusal extends RuntimeException {

  /** The code of {@link #changedMeanwhile}, which tells it from other answers of the same status. */
  public static final String CHANGED = "changed";

  private final HttpStatus status;
  private final String detail;
  private final Optional<String> code;

  public Refusal(HttpStatus status, String message) {
    this(status, message, message);
  }

  /** With a detail for the log, which the caller does not see. */
  public Refusal(HttpStatus status, String message, String detail) {
    this(status, message, detail, Optional.empty());
  }

  private Refusal(HttpStatus status, String message, String detail, Optional<String> code) {
    super(message, null, false, false); // an answer, not a fault: its trace is of no use
    this.status = status;
    this.detail = detail;
    this.code = code;
  }

  /** The policy that a change is based on has changed meanwhile. */
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

  /** A code for programs, where the status alone is ambiguous. */
  public Optional<String> code() {
    return code;
  }
}
