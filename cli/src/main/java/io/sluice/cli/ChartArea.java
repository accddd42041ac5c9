package io.sluice.cli;

/** The part of a chart between its axes: seconds to the right, messages upwards. */
final class ChartArea {

  static final int WIDTH = 860;
  static final int HEIGHT = 440;

  private static final int LEFT = 72;
  private static final int RIGHT = WIDTH - 24;
  private static final int TOP = 108;
  private static final int BOTTOM = HEIGHT - 60;
  private static final int MOST_VALUES = 6;
  private static final int MOST_SECONDS = 15;

  private final int seconds;
  private final Ticks values;
  private final long top;

  /** @param highest what has to have room, more than 0 */
  ChartArea(int seconds, double highest) {
    this.seconds = seconds;
    values = Ticks.upTo(highest, MOST_VALUES);
    top = values.notBelow(highest);
  }

  /** Where a second begins, counted from 1; it ends where the next one begins. */
  double x(int second) {
    return LEFT + (double) (RIGHT - LEFT) * (second - 1) / seconds;
  }

  double y(double value) {
    return BOTTOM - (BOTTOM - TOP) * value / top;
  }

  void draw(Svg svg) {
    values.from0To(top).forEach(value -> {
      double y = y((double) value);
      svg.add("  <path class=\"grid\" d=\"M# #H#\"/>", LEFT, y, RIGHT);
      svg.words("note", LEFT - 8, y + 4, "end", Figure.compact(value));
    });
    svg.add("  <path class=\"axis\" d=\"M# #H#\"/>", LEFT, BOTTOM, RIGHT);
    mark(svg, 1);
    Ticks.upTo(seconds, MOST_SECONDS)
        .from0To(seconds)
        .filter(second -> second > 1)
        .forEach(second -> mark(svg, (int) second));
    svg.words("note", (LEFT + RIGHT) / 2.0, BOTTOM + 44, "middle", "second");
    svg.add(
        "  <text class=\"note\" transform=\"translate(# #) rotate(-90)\" text-anchor=\"middle\">"
            + "messages per second</text>",
        22,
        (TOP + BOTTOM) / 2.0);
  }

  private void mark(Svg svg, int second) {
    double middle = (x(second) + x(second + 1)) / 2;
    svg.add("  <path class=\"axis\" d=\"M# #v5\"/>", middle, BOTTOM);
    svg.words("note", middle, BOTTOM + 20, "middle", Integer.toString(second));
  }
}
