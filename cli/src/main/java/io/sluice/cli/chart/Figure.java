package io.sluice.cli.chart;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;

/** Numbers as people read them. */
public final class Figure {

  private Figure() {}

  /** With two decimals at most, and none that say nothing. */
  public static String of(double value) {
    return plain(BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_UP));
  }

  /** For the axis of a chart: {@code 20k}, {@code 5M}. */
  static String compact(long value) {
    long rest = value;
    int thousands = 0;
    while (rest >= 10_000 && rest % 1000 == 0) {
      rest /= 1000;
      thousands++;
    }
    return rest + List.of("", "k", "M", "G", "T", "P").get(thousands);
  }

  /** As it would be written in the configuration: {@code 180s}, {@code 1500ms}. */
  public static String of(Duration value) {
    long nanos = value.toNanos();
    if (nanos % 1_000_000_000 == 0) {
      return nanos / 1_000_000_000 + "s";
    }
    return nanos % 1_000_000 == 0 ? nanos / 1_000_000 + "ms" : nanos + "ns";
  }

  private static String plain(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
