package io.sluice.admin.history;

import java.util.Arrays;
import java.util.List;

/**
 * The series of one topic, or of whatever else there is, and what is summed up for the step that is not
 * over yet. Between two looks the rate is taken to be always the same, and a step's value is its average.
 */
class Track {

  final Rings rings;

  private final double[] seen;
  private final double[] open;
  private long busyStep;

  /** @param summed how many of the series, the first ones, are sums */
  Track(List<String> names, int summed) {
    this.rings = new Rings(names);
    this.seen = new double[summed];
    this.open = new double[summed];
  }

  /** Something happened between the two latest looks, at this rate. */
  void saw(int which, double perSecond) {
    seen[which] += perSecond;
  }

  /** So many seconds of the open step were between these looks. */
  void add(double seconds) {
    for (int i = 0; i < seen.length; i++) {
      open[i] += seen[i] * seconds;
    }
  }

  /** All that was seen has been added. */
  void forgetSeen() {
    Arrays.fill(seen, 0);
  }

  /** Keeps the sums of a step per second, and begins the next one. */
  void close(long step, double seconds) {
    for (int i = 0; i < open.length; i++) {
      rings.set(i, step, open[i] / seconds);
      open[i] = 0;
    }
  }

  /** Nothing is known of a step. */
  void skip(long step) {
    rings.unset(step);
    Arrays.fill(open, 0);
  }

  void busy(long step) {
    busyStep = step;
  }

  /** The latest step in which there was anything to see. */
  long busyStep() {
    return busyStep;
  }
}
