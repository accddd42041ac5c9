package io.sluice.gateway.internal.session;

/** A client makes the gateway answer much, and reads none of it. */
final class UnreadAnswersException extends Exception {

  UnreadAnswersException() {
    super("it does not read the answers to its requests");
  }
}
