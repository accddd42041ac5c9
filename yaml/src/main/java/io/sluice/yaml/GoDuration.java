package io.sluice.yaml;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as Go writes them: {@code 180s}, {@code 1500ms}, {@code 1m30s}, {@code 1.5h}. */
public final class GoDuration {

  private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ns|us|ms|s|m|h)");
  private static final Pattern WHOLE = Pattern.compile("(?:" + PART.pattern() + ")+");
  private static final int LONGEST_TEXT = 64;
  private static final Map<String, Long> NANOS = Map.of(
      "ns", 1L,
      "us", 1_000L,
      "ms", 1_000_000L,
      "s", 1_000_000_000L,
      "m", 60_000_000_000L,
      "h", 3_600_000_000_000L);

  private GoDuration() {}

  /** Nothing if the text is none, has no unit, or is longer than 292 years; cut to nanoseconds. */
  public static Optional<Duration> parse(String text) {
    if (text.length() > LONGEST_TEXT || !WHOLE.matcher(text).matches()) {
      return Optional.empty();
    }
    BigDecimal nanos = BigDecimal.ZERO;
    for (Matcher part = PART.matcher(text); part.find(); ) {
      BigDecimal unit = BigDecimal.valueOf(NANOS.getOrDefault(part.group(2), 0L));
      nanos = nanos.add(new BigDecimal(part.group(1)).multiply(unit));
    }
    return nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(nanos.longValue()));
  }
}
