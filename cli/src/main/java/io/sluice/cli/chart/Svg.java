package io.sluice.cli.chart;

/** An SVG file as it is written, element by element. All words are ours, so nothing is escaped. */
public final class Svg {

  private final StringBuilder text = new StringBuilder();

  /** Adds a line, with the numbers in place of each {@code #}. */
  public Svg add(String template, double... numbers) {
    int next = 0;
    for (int i = 0; i < template.length(); i++) {
      char c = template.charAt(i);
      if (c == '#') {
        text.append(Figure.of(numbers[next++]));
      } else {
        text.append(c);
      }
    }
    text.append('\n');
    return this;
  }

  /** Adds lines as they are. */
  public Svg raw(String lines) {
    text.append(lines);
    return this;
  }

  /** Adds words of which that end is at x: start, middle or end. */
  public Svg words(String style, double x, double y, String end, String words) {
    return add(
        "  <text class=\"" + style + "\" x=\"#\" y=\"#\" text-anchor=\"" + end + "\">" + words
            + "</text>",
        x,
        y);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
