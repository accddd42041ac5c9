package io.sluice.rampyaml;

import io.sluice.yaml.InvalidYamlException;

/**
 * A file that cannot be used as it is. The message is one line that names the file, the line and
 * the key, says what is wrong and what would be right, and holds no secrets.
 */
public final class InvalidRampSpecException extends RuntimeException {

  private final String source;
  private final int line;

  InvalidRampSpecException(InvalidYamlException e) {
    super(e.getMessage());
    this.source = e.source();
    this.line = e.line();
  }

  /** The file, as the caller named it. */
  public String source() {
    return source;
  }

  /** The line at fault, counted from 1; 0 if it is the file as a whole. */
  public int line() {
    return line;
  }
}
