package io.sluice.cli.demo;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What was seen in some time.
 *
 * @param seconds how long that was
 * @param asked how many messages the noisy producer wanted to publish
 * @param published how many of its messages were acknowledged
 * @param quietNanos of the quiet producer's messages that were acknowledged, how long each had taken
 *     since it was due; in ascending order
 */
record Figures(double seconds, long asked, long published, List<Long> quietNanos) {

  private static final double NANOS_PER_MILLI = 1e6;

  Figures {
    quietNanos = quietNanos.stream().sorted().toList();
  }

  /** Some times together. */
  static Figures together(List<Figures> parts) {
    return new Figures(
        parts.stream().mapToDouble(Figures::seconds).sum(),
        parts.stream().mapToLong(Figures::asked).sum(),
        parts.stream().mapToLong(Figures::published).sum(),
        parts.stream().flatMap(part -> part.quietNanos.stream()).toList());
  }

  double askedPerSecond() {
    return asked / seconds;
  }

  double publishedPerSecond() {
    return published / seconds;
  }

  double quietPerSecond() {
    return quietNanos.size() / seconds;
  }

  /** The time in which so many percent of the quiet messages were acknowledged, if any were. */
  OptionalDouble quietMillis(int percent) {
    int rank = (int) Math.ceil(quietNanos.size() * percent / 100.0);
    return rank == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(quietNanos.get(rank - 1) / NANOS_PER_MILLI);
  }
}
