package io.sluice.cli.units;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A number of bytes per second; -1 for {@code none}. A bare K, M, G or T is 1024 times the one before,
 * as Pulsar's admin commands have it; so are KiB, MiB, GiB and TiB. Of kB, MB, GB and TB it is 1000 times.
 */
public final class Bytes implements ITypeConverter<Long> {

  private static final List<String> EXACT = List.of("B", "KiB", "MiB", "GiB", "TiB");
  private static final int UNIT_BITS = 10;
  private static final Map<String, Long> UNITS = units();

  private static Map<String, Long> units() {
    Map<String, Long> units = new HashMap<>(Map.of("", 1L, "B", 1L));
    long binary = 1;
    long decimal = 1;
    for (String letter : List.of("K", "M", "G", "T")) {
      binary *= 1024;
      decimal *= 1000;
      units.put(letter, binary);
      units.put(letter.toLowerCase(Locale.ROOT), binary);
      units.put(letter + "iB", binary);
      units.put(letter + "B", decimal);
    }
    units.put("kB", 1000L);
    return Map.copyOf(units);
  }

  @Override
  public Long convert(String text) {
    if (Amount.isNone(text)) {
      return -1L;
    }
    try {
      return Amount.parse(text, UNITS, "4096, 64K, 1M, 1MiB (1048576), 1MB (1000000) or 1M/s");
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  /** In the largest unit that is exact. */
  public static String exactly(long bytes) {
    int unit = Math.min(EXACT.size() - 1, Long.numberOfTrailingZeros(bytes) / UNIT_BITS);
    return bytes == 0 ? "0B" : (bytes >> (unit * UNIT_BITS)) + EXACT.get(unit);
  }

  /** With three digits or so, for what changes all the time. */
  public static String roughly(double bytes) {
    double rest = bytes;
    int unit = 0;
    while (rest >= 1024 && unit < EXACT.size() - 1) {
      rest /= 1024;
      unit++;
    }
    return Rough.of(rest) + EXACT.get(unit);
  }
}
