package io.sluice.cli.units;

import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of messages per second: {@code 1000}, {@code 10k}, {@code 1.5M}; -1 for {@code none}. */
public final class Count implements ITypeConverter<Long> {

  private static final Map<String, Long> UNITS = Map.of(
      "",
      1L,
      "k",
      1_000L,
      "K",
      1_000L,
      "M",
      1_000_000L,
      "m",
      1_000_000L,
      "G",
      1_000_000_000L,
      "g",
      1_000_000_000L);

  @Override
  public Long convert(String text) {
    if (Amount.isNone(text)) {
      return -1L;
    }
    try {
      return Amount.parse(text, UNITS, "1000, 10k, 1.5M or 1000/s");
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
