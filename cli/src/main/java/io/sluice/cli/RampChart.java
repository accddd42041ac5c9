package io.sluice.cli;

import io.sluice.cli.RampRun.Call;
import io.sluice.cli.chart.ChartArea;
import io.sluice.cli.chart.Figure;
import io.sluice.cli.chart.StepLine;
import io.sluice.cli.chart.Svg;
import io.sluice.ramp.RampConfig;
import java.util.OptionalInt;

/**
 * A chart of a run. All values are for the whole group: the use of one processor is multiplied by the number of
 * processors, and the threshold is that of all their shares. So a bar reaches the threshold in exactly those
 * seconds that count as used.
 */
final class RampChart {

  private static final double LETTER = 6.6;
  private static final String STYLE = """
        <style>
          .sheet { fill: #ffffff; }
          .name { font-size: 17px; font-weight: 600; fill: #12355b; }
          .note { font-size: 13px; fill: #51606f; }
          .grid { stroke: #dfe5ec; }
          .axis { stroke: #51606f; }
          .use { fill: #e6cd86; }
          .level { stroke: #2f6db3; stroke-width: 2.5; fill: none; }
          .idle { stroke: #2f6db3; stroke-width: 2; stroke-dasharray: 2 4; fill: none; }
          .threshold { stroke: #b3402f; stroke-width: 1.5; stroke-dasharray: 6 3; fill: none; }
          @media (prefers-color-scheme: dark) {
            .sheet { fill: #0d1117; }
            .name { fill: #dcebfb; }
            .note { fill: #a9b6c4; }
            .grid { stroke: #253040; }
            .axis { stroke: #a9b6c4; }
            .use { fill: #7d672c; }
            .level, .idle { stroke: #6aa6e8; }
            .threshold { stroke: #f08a76; }
          }
        </style>
      """;

  private final RampRun run;
  private final ChartArea area;
  private final OptionalInt threshold;
  private final Svg svg = new Svg();
  private double legendX = 24;

  private RampChart(RampRun run) {
    this.run = run;
    area = new ChartArea(run.seconds().size(), highest(run));
    threshold = ModeText.threshold(run.config().mode());
  }

  /** The file's content. */
  static String of(RampRun run) {
    RampChart chart = new RampChart(run);
    chart.draw();
    return chart.svg.toString();
  }

  private static double highest(RampRun run) {
    return run.seconds().stream()
        .flatMap(second -> second.call().stream())
        .mapToDouble(Call::level)
        .max()
        .orElse((double) run.config().min());
  }

  private void draw() {
    svg.add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 # #\""
            + " font-family=\"system-ui, sans-serif\" role=\"img\" aria-labelledby=\"title\">",
        ChartArea.WIDTH,
        ChartArea.HEIGHT);
    svg.add(
        "  <title id=\"title\">" + title() + ": the level and the use of # seconds</title>",
        run.seconds().size());
    svg.raw(STYLE);
    svg.add(
        "  <rect class=\"sheet\" width=\"#\" height=\"#\" rx=\"8\"/>",
        ChartArea.WIDTH,
        ChartArea.HEIGHT);
    svg.words("name", 24, 34, "start", title());
    svg.words("note", 24, 56, "start", subtitle());
    area.draw(svg);
    run.seconds().forEach(this::bar);
    lines();
  }

  private String title() {
    RampConfig config = run.config();
    return ModeText.name(config.mode()) + ", from " + config.min() + " to " + config.max()
        + " per second";
  }

  private String subtitle() {
    RampConfig config = run.config();
    String settings = ModeText.settings(config.mode());
    return "rampUpDuration " + Figure.of(config.rampUpDuration())
        + (settings.isEmpty() ? "" : ", " + settings)
        + (run.pods() == 1 ? "" : "; " + run.pods() + " processors, all alike");
  }

  private void bar(RampRun.Second second) {
    second.call().ifPresent(call -> {
      double x = area.x(second.number());
      double width = area.x(second.number() + 1) - x;
      double gap = width > 6 ? width / 8 : 0;
      double y = area.y((double) call.used() * run.pods());
      svg.add(
          "  <rect class=\"use\" x=\"#\" y=\"#\" width=\"#\" height=\"#\"><title>second #: level #,"
              + " share #, asked #, used #</title></rect>",
          x + gap,
          y,
          width - 2 * gap,
          area.y(0) - y,
          second.number(),
          call.level(),
          (double) call.share(),
          call.asked(),
          call.used());
    });
  }

  private void lines() {
    StepLine level = new StepLine(area);
    StepLine least = new StepLine(area);
    run.seconds().forEach(second -> second.call().ifPresent(call -> {
      level.add(second.number(), call.level());
      least.add(second.number(), call.share() * run.pods() * threshold.orElse(0) / 100.0);
    }));
    level.bridgeTo(run.seconds().size() + 1);
    if (threshold.isPresent()) {
      least.draw(svg, "threshold");
    }
    level.drawBridges(svg, "idle");
    level.draw(svg, "level");
    legend();
    svg.add("</svg>");
  }

  private void legend() {
    legend(
        "<path class=\"level\" d=\"M# #h24\"/>", run.pods() == 1 ? "level" : "level of the group");
    legend(
        "<rect class=\"use\" x=\"#\" y=\"#\" width=\"24\" height=\"10\" transform=\"translate(0 -5)\"/>",
        run.pods() == 1 ? "used" : "used, by all " + run.pods());
    threshold.ifPresent(percentage ->
        legend("<path class=\"threshold\" d=\"M# #h24\"/>", "threshold, " + percentage + " %"));
    if (run.seconds().stream().anyMatch(second -> second.call().isEmpty())) {
      legend("<path class=\"idle\" d=\"M# #h24\"/>", "no call");
    }
  }

  private void legend(String sample, String words) {
    svg.add("  " + sample, legendX, 80);
    svg.words("note", legendX + 32, 84, "start", words);
    legendX += 32 + words.length() * LETTER + 24;
  }
}
