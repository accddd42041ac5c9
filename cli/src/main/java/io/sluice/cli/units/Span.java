package io.sluice.cli.units;

import io.sluice.yaml.GoDuration;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A duration as the configuration has it: {@code 500ms}, {@code 30s}, {@code 5m}. */
public final class Span implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String text) {
    return GoDuration.parse(text)
        .orElseThrow(() -> new TypeConversionException(
            "must be a duration such as 500ms, 30s or 5m, not '" + text + "'"));
  }

  /** In the largest unit that is exact, as it may be written. */
  public static String text(Duration span) {
    if (span.toMillisPart() > 0) {
      return span.toMillis() + "ms";
    }
    long seconds = span.toSeconds();
    if (seconds % 3600 == 0 && seconds > 0) {
      return seconds / 3600 + "h";
    }
    return seconds % 60 == 0 && seconds > 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
