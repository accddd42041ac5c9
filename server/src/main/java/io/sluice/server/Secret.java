package io.sluice.server;

/**
 * A text that must not stand in a log.
 *
 * @param text the secret; empty for none
 */
public record Secret(String text) {

  static final Secret NONE = new Secret("");

  boolean isNone() {
    return text.isEmpty();
  }

  @Override
  public String toString() {
    return isNone() ? "none" : "secret";
  }
}
