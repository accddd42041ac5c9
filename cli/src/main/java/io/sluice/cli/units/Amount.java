package io.sluice.cli.units;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a number with a unit. */
final class Amount {

  private static final Pattern SHAPE =
      Pattern.compile("(\\d{1,19}(?:\\.\\d{1,9})?)\\s?([A-Za-z]*)(?:/s)?");
  private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

  private Amount() {}

  /** As Pulsar's admin commands take it, where it stands for no limit. */
  static boolean isNone(String text) {
    return text.equals("none") || text.equals("-1");
  }

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException if it has another unit, or is no whole number, or too large
   */
  static long parse(String text, Map<String, Long> units, String such) {
    Matcher matcher = SHAPE.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "must be such as " + such + ", or none for no limit, not '" + text + "'");
    }
    long unit = Optional.ofNullable(units.get(matcher.group(2)))
        .orElseThrow(() -> new IllegalArgumentException(
            "has no known unit in '" + text + "': write it as one of " + such));
    BigDecimal value = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
    if (value.stripTrailingZeros().scale() > 0) {
      throw new IllegalArgumentException(
          "comes to no whole number: '" + text + "' is " + value.toPlainString());
    }
    if (value.compareTo(LARGEST) > 0) {
      throw new IllegalArgumentException("is too large: '" + text + "' is more than "
          + Long.MAX_VALUE + "; write none for no limit");
    }
    return value.longValueExact();
  }
}
