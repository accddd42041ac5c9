package io.sluice.cli.limits;

import io.sluice.cli.units.Count;
import io.sluice.cli.units.Span;
import io.sluice.policy.RampUp;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of a ramp: how a limit or quota rises to its full rate. */
public final class RampOptions {

  @Option(
      names = "--ramp-min",
      paramLabel = "N",
      converter = Count.class,
      description = "The rate at which the ramp starts, per second.")
  private @Nullable Long min;

  @Option(
      names = "--ramp-max",
      paramLabel = "N",
      converter = Count.class,
      description = "The rate at which the ramp ends, per second.")
  private @Nullable Long max;

  @Option(
      names = "--ramp-duration",
      paramLabel = "TIME",
      converter = Span.class,
      description = "How long the rate takes from --ramp-min to --ramp-max, such as 5m.")
  private @Nullable Duration duration;

  @Option(
      names = "--ramp-mode",
      paramLabel = "MODE",
      converter = Modes.class,
      completionCandidates = Modes.class,
      description = {
        "What makes the rate rise and fall: ${COMPLETION-CANDIDATES}; scheduled if there is no ramp yet."
      })
  private RampUp.@Nullable Mode mode;

  /** Whether any of these options is given. */
  public boolean areGiven() {
    return min != null || max != null || duration != null || mode != null;
  }

  /**
   * The ramp with these options.
   *
   * @param now the ramp that is set, for the options that are not given
   * @throws IllegalArgumentException if something is missing, or makes no sense together
   */
  public RampUp over(Optional<RampUp> now) {
    Long from = min == null ? now.map(RampUp::min).orElse(null) : min;
    Long to = max == null ? now.map(RampUp::max).orElse(null) : max;
    Duration in = duration == null ? now.map(RampUp::duration).orElse(null) : duration;
    if (from == null || to == null || in == null) {
      throw new IllegalArgumentException(
          "there is no ramp yet: give --ramp-min, --ramp-max and --ramp-duration");
    }
    try {
      return new RampUp(
          from, to, in, mode == null ? now.map(RampUp::mode).orElse(RampUp.Mode.SCHEDULED) : mode);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--ramp-" + e.getMessage(), e);
    }
  }

  /** The modes as they are written. */
  static final class Modes implements ITypeConverter<RampUp.Mode>, Iterable<String> {

    @Override
    public RampUp.Mode convert(String text) {
      return RampUp.Mode.named(text)
          .orElseThrow(() -> new TypeConversionException(
              "must be one of " + RampUp.Mode.all() + ", not '" + text + "'"));
    }

    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(RampUp.Mode.values()).map(RampUp.Mode::text).iterator();
    }
  }
}
