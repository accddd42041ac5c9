package io.sluice.admin.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Several series of numbers, each with the last {@link #STEPS} of them; NaN stands for one that is not
 * known. A series takes 736 bytes once anything of it is known, and nothing before: few topics have limits
 * of all kinds. Steps have numbers that all series share, so that all have the same times.
 */
final class Rings {

  /** 15 minutes. */
  static final int STEPS = 180;

  private static final float[] NOTHING = {};

  private final List<String> names;
  private final float[][] series;

  /** @param names what the series are called; they are known here by their places in this list */
  Rings(List<String> names) {
    this.names = names;
    this.series = new float[names.size()][];
    Arrays.fill(series, NOTHING);
  }

  void set(int which, long step, double value) {
    if (series[which].length == 0 && !Double.isNaN(value)) {
      series[which] = new float[STEPS];
      Arrays.fill(series[which], Float.NaN);
    }
    if (series[which].length > 0) {
      series[which][slot(step)] = (float) value;
    }
  }

  /** Says that nothing is known of a step, in place of the one that was so many steps before. */
  void unset(long step) {
    for (int i = 0; i < series.length; i++) {
      set(i, step, Double.NaN);
    }
  }

  double get(int which, long step) {
    return series[which].length == 0 ? Double.NaN : series[which][slot(step)];
  }

  private static int slot(long step) {
    return Math.floorMod(step, STEPS);
  }

  /** All series by their names, from the oldest step to the one before this. */
  Map<String, List<@Nullable Double>> before(long step) {
    Map<String, List<@Nullable Double>> all = new LinkedHashMap<>();
    for (int i = 0; i < series.length; i++) {
      List<@Nullable Double> values = new ArrayList<>(STEPS);
      for (long at = step - STEPS; at < step; at++) {
        values.add(shown(get(i, at)));
      }
      all.put(names.get(i), values);
    }
    return all;
  }

  /** To one decimal, as readers need no more. */
  private static @Nullable Double shown(double value) {
    return Double.isNaN(value) ? null : (Double) (Math.round(value * 10) / 10.0);
  }

  /** How many bytes the values take. */
  int bytes() {
    return Arrays.stream(series).mapToInt(ring -> ring.length * Float.BYTES).sum();
  }
}
