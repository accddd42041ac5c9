package io.sluice.cli.chart;

/** The part of a chart between its axes: seconds or the like to the right, messages or the like upwards. */
public final class ChartArea {

  public static final int WIDTH = 860;
  public static final int HEIGHT = 440;

  private static final int LEFT = 72;
  private static final int RIGHT = WIDTH - 24;
  private static final int TOP = 108;
  private static final int BOTTOM = HEIGHT - 60;
  private static final int MOST_VALUES = 6;
  private static final int MOST_SECONDS = 15;

  private final int seconds;
  private final Ticks values;
  private final long top;
  private final String across;
  private final String upwards;

  /** @param highest what has to have room, more than 0 */
  public ChartArea(int seconds, double highest) {
    this(seconds, highest, "second", "messages per second");
  }

  /** One whose axes have other names. */
  public ChartArea(int seconds, double highest, String across, String upwards) {
    this.seconds = seconds;
    this.across = across;
    this.upwards = upwards;
    values = Ticks.upTo(highest, MOST_VALUES);
    top = values.notBelow(highest);
  }

  /** Where a second begins, counted from 1; it ends where the next one begins. */
  public double x(double second) {
    return LEFT + (RIGHT - LEFT) * (second - 1) / seconds;
  }

  public double y(double value) {
    return BOTTOM - (BOTTOM - TOP) * value / top;
  }

  public void draw(Svg svg) {
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
    svg.words("note", (LEFT + RIGHT) / 2.0, BOTTOM + 44, "middle", across);
    svg.add(
        "  <text class=\"note\" transform=\"translate(# #) rotate(-90)\" text-anchor=\"middle\">"
            + upwards + "</text>",
        22,
        (TOP + BOTTOM) / 2.0);
  }

  private void mark(Svg svg, int second) {
    double middle = (x(second) + x(second + 1)) / 2;
    svg.add("  <path class=\"axis\" d=\"M# #v5\"/>", middle, BOTTOM);
    svg.words("note", middle, BOTTOM + 20, "middle", Integer.toString(second));
  }
}
