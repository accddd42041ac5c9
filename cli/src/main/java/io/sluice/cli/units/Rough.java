package io.sluice.cli.units;

import java.util.Locale;

/** Figures that change all the time, with as many digits as are read at a glance. */
public final class Rough {

  private Rough() {}

  /** With a decimal only if it is a small figure that has one. */
  public static String of(double value) {
    boolean whole = value >= 100 || value == Math.rint(value);
    return String.format(Locale.ROOT, whole ? "%.0f" : "%.1f", value);
  }
}
