package io.sluice.policy.json;

/** A JSON is not what it should be; the message says what is wrong, and where. */
public final class InvalidJsonException extends Exception {

  public InvalidJsonException(String message) {
    super(message);
  }
}
