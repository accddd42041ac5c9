package io.sluice.cli.remote;

import java.util.Locale;

/** How an answer is shown. */
public enum Output {
  TABLE,
  JSON;

  /** As it is written on the command line, also in completions. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
