package io.sluice.admin.access;

/** A token proves nothing. The message is for the log, and has nothing of the token in it. */
final class InvalidTokenException extends Exception {

  InvalidTokenException(String message) {
    super(message, null, false, false); // any client can cause it at will: it has to be cheap
  }
}
