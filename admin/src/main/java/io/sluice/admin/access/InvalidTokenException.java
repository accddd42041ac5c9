package io.sluice.admin.access;

/** A token is not valid. The message is for the log, and contains nothing of the token. */
final class InvalidTokenException extends Exception {

  InvalidTokenException(String message) {
    super(message, null, false, false); // no trace, as any client can cause this at any rate
  }
}
