package io.sluice.server;

import java.util.List;

/** A configuration that cannot be used. The message has one line per fault. */
public final class InvalidNodeConfigException extends RuntimeException {

  private final List<String> faults;

  InvalidNodeConfigException(List<String> faults) {
    super(String.join(System.lineSeparator(), faults));
    this.faults = List.copyOf(faults);
  }

  /** Each names the file, the line and the key, and says what is wrong and what to do. */
  public List<String> faults() {
    return faults;
  }
}
