package io.sluice.cli.top;

import java.util.Locale;

/** What makes a topic or a producer come first. */
enum TopBy {
  MESSAGES,
  BYTES,
  THROTTLED;

  /** As the API and the command line have it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
