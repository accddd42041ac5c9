package io.sluice.cli.simulate;

import io.sluice.cli.chart.ChartArea;
import io.sluice.cli.chart.Figure;
import io.sluice.cli.chart.StepLine;
import io.sluice.cli.chart.Svg;
import io.sluice.simulator.RampTrace;

/** A run of replicas as a picture, and as a table for other programs. */
final class ReplicasChart {

  private static final String STYLE = """
        <style>
          .sheet { fill: #ffffff; }
          .name { font-size: 17px; font-weight: 600; fill: #12355b; }
          .note { font-size: 13px; fill: #51606f; }
          .grid { stroke: #dfe5ec; }
          .axis { stroke: #51606f; }
          .use { fill: #e6cd86; }
          .level { stroke: #2f6db3; stroke-width: 2.5; fill: none; }
          .shares { stroke: #b3402f; stroke-width: 1.5; stroke-dasharray: 6 3; fill: none; }
          @media (prefers-color-scheme: dark) {
            .sheet { fill: #0d1117; }
            .name { fill: #dcebfb; }
            .note { fill: #a9b6c4; }
            .grid { stroke: #253040; }
            .axis { stroke: #a9b6c4; }
            .use { fill: #7d672c; }
            .level { stroke: #6aa6e8; }
            .shares { stroke: #f08a76; }
          }
        </style>
      """;

  private ReplicasChart() {}

  static String of(RampTrace trace) {
    Svg svg = new Svg();
    svg.add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 # #\""
            + " font-family=\"system-ui, sans-serif\" role=\"img\" aria-labelledby=\"title\">",
        ChartArea.WIDTH,
        ChartArea.HEIGHT);
    svg.add("  <title id=\"title\">What replicas that share a ramp grant</title>");
    svg.raw(STYLE);
    svg.add(
        "  <rect class=\"sheet\" width=\"#\" height=\"#\" rx=\"8\"/>",
        ChartArea.WIDTH,
        ChartArea.HEIGHT);
    svg.words(
        "name", 24, 34, "start", trace.scenario().demands().size() + " replicas that share a ramp");
    svg.words(
        "note",
        24,
        56,
        "start",
        "solid: the level of the group, dashed: what the replicas may grant of it, bars: what they grant");
    double highest = (double) trace.scenario().config().max();
    for (RampTrace.Second second : trace.seconds()) {
      highest = Math.max(highest, (double) Math.max(second.shares(), second.granted()));
    }
    ChartArea area = new ChartArea(trace.seconds().size(), highest);
    area.draw(svg);
    StepLine level = new StepLine(area);
    StepLine shares = new StepLine(area);
    for (RampTrace.Second second : trace.seconds()) {
      double x = area.x(second.number());
      double y = area.y((double) second.granted());
      svg.add(
          "  <rect class=\"use\" x=\"#\" y=\"#\" width=\"#\" height=\"#\"><title>second #: # of #"
              + " replicas agree</title></rect>",
          x,
          y,
          area.x(second.number() + 1) - x,
          area.y(0) - y,
          second.number(),
          second.agreed(),
          second.live());
      level.add(second.number(), second.level());
      shares.add(second.number(), (double) second.shares());
    }
    shares.draw(svg, "shares");
    level.draw(svg, "level");
    return svg.add("</svg>").toString();
  }

  static String csv(RampTrace trace) {
    StringBuilder csv = new StringBuilder("second,live,agreed,level,shares,granted\n");
    for (RampTrace.Second second : trace.seconds()) {
      csv.append(second.number())
          .append(',')
          .append(second.live())
          .append(',')
          .append(second.agreed())
          .append(',')
          .append(Figure.of(second.level()))
          .append(',')
          .append(second.shares())
          .append(',')
          .append(second.granted())
          .append('\n');
    }
    return csv.toString();
  }
}
