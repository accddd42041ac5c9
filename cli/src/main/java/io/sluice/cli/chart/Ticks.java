package io.sluice.cli.chart;

import java.util.stream.LongStream;

/** Where to mark an axis: at multiples of 1, 2 or 5 times a power of ten. */
record Ticks(long step) {

  private static final long[] FACTORS = {1, 2, 5};

  /** The closest together of which no more than that are above 0. */
  static Ticks upTo(double top, int most) {
    for (long power = 1; ; power *= 10) {
      for (long factor : FACTORS) {
        if (top <= (double) factor * power * most) {
          return new Ticks(factor * power);
        }
      }
    }
  }

  /** The first one that is not below a positive value. */
  long notBelow(double value) {
    return (long) Math.ceil(value / step) * step;
  }

  LongStream from0To(long last) {
    return LongStream.rangeClosed(0, last / step).map(n -> n * step);
  }
}
