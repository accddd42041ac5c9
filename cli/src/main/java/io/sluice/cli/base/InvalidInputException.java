package io.sluice.cli.base;

/** Something that the user gave cannot be used; the message says in one line what and why. */
public final class InvalidInputException extends RuntimeException {

  public InvalidInputException(String message) {
    super(message);
  }
}
