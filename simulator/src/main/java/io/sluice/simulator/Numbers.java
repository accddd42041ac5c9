package io.sluice.simulator;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.regex.Pattern;

/** Numbers with colons between them, as the command line has them. */
final class Numbers {

  private static final Pattern COLON = Pattern.compile(":");

  private Numbers() {}

  /** @throws IllegalArgumentException if one of them is none, or below 0 */
  static double[] parse(String text) {
    double[] numbers = COLON.splitAsStream(text).mapToDouble(Numbers::parseOne).toArray();
    if (Arrays.stream(numbers).anyMatch(number -> !(number >= 0 && number <= 1e15))) {
      throw new IllegalArgumentException("numbers must be from 0 to 1e15 in '" + text + "'");
    }
    return numbers;
  }

  private static double parseOne(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is no number", e);
    }
  }

  static String join(String name, double... numbers) {
    StringBuilder text = new StringBuilder(name);
    for (double number : numbers) {
      text.append(':').append(text(number));
    }
    return text.toString();
  }

  /** So that the same number is read from it. */
  static String text(double number) {
    return new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString();
  }
}
