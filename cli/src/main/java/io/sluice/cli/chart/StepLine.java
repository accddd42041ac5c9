package io.sluice.cli.chart;

/** A line that is level within each second. Seconds without a value are drawn as bridges, in another style. */
public final class StepLine {

  private final ChartArea area;
  private final StringBuilder known = new StringBuilder();
  private final StringBuilder unknown = new StringBuilder();
  private int next;
  private double y;

  public StepLine(ChartArea area) {
    this.area = area;
  }

  /** Adds the value of a second, which is later than those before. */
  public void add(int second, double value) {
    double to = area.y(value);
    if (second == next) {
      known.append('V').append(Figure.of(to));
    } else {
      bridgeTo(second);
      if (next > 0) {
        unknown.append('V').append(Figure.of(to));
      }
      known.append('M').append(Figure.of(area.x(second))).append(' ').append(Figure.of(to));
    }
    known.append('H').append(Figure.of(area.x(second + 1)));
    next = second + 1;
    y = to;
  }

  /** Draws a bridge at the last value up to the beginning of a second, if there is a value yet. */
  public void bridgeTo(int second) {
    if (next > 0 && next < second) {
      unknown.append('M').append(Figure.of(area.x(next))).append(' ').append(Figure.of(y));
      unknown.append('H').append(Figure.of(area.x(second)));
    }
  }

  public void draw(Svg svg, String style) {
    draw(svg, style, known);
  }

  public void drawBridges(Svg svg, String style) {
    draw(svg, style, unknown);
  }

  private static void draw(Svg svg, String style, CharSequence path) {
    if (!path.isEmpty()) {
      svg.add("  <path class=\"" + style + "\" d=\"" + path + "\"/>");
    }
  }
}
