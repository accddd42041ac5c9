package io.sluice.yaml;

/**
 * A file that cannot be used as it is. The message is one line that names the file, the line and
 * the key, says what is wrong and what would be right, and holds no secrets.
 */
public final class InvalidYamlException extends RuntimeException {

  /** Stands for the file as a whole. */
  static final int NO_LINE = 0;

  private final String source;
  private final int line;
  private final String fault;

  /** Has no cause: the parser's exceptions quote the file, passwords and all. */
  InvalidYamlException(String source, int line, String fault) {
    super(line == NO_LINE ? source + ": " + fault : source + ":" + line + ": " + fault);
    this.source = source;
    this.line = line;
    this.fault = fault;
  }

  /** The file, as the caller named it. */
  public String source() {
    return source;
  }

  /** The line at fault, counted from 1; 0 if it is the file as a whole. */
  public int line() {
    return line;
  }

  /** What is wrong there, beginning with the key. */
  public String fault() {
    return fault;
  }
}
