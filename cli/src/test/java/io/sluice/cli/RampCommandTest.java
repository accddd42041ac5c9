package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RampCommandTest {

  private static final Path EXAMPLE = Path.of("../examples/ramp/plot");

  @TempDir
  Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldPrintAndDrawTheExample() throws IOException {
    Path chart = folder.resolve("chart.svg");

    assertThat(run(
            "plot",
            EXAMPLE.resolve("go-back-n.yaml"),
            "--usage",
            EXAMPLE.resolve("usage.txt"),
            "--svg",
            chart))
        .isZero();

    assertThat(out.toString().lines())
        .hasSize(38)
        .startsWith(
            "second  level  share  asked  used  utilisation %",
            "     1     10     10     10    10            100")
        .contains(
            "    18     46     46     20    20          43.48",
            "     7      -      -      -     -              -");
    assertThat(chart).content().startsWith("<svg").endsWith("</svg>\n");
    assertThat(err.toString()).isEqualTo("Written to " + chart + System.lineSeparator());
  }

  /** To draw them anew: for each, ./sluice ramp plot SPEC --usage usage.txt --svg docs/ramp/… */
  @ParameterizedTest
  @ValueSource(strings = {"scheduled", "relaxed", "only-if-used", "go-back-n"})
  void shouldDrawTheChartsOfTheDocumentationAsTheyAre(String mode) throws IOException {
    Path chart = folder.resolve("chart.svg");
    run(
        "plot",
        EXAMPLE.resolve(mode + ".yaml"),
        "--usage",
        EXAMPLE.resolve("usage.txt"),
        "--svg",
        chart);

    assertThat(chart).hasSameTextualContentAs(Path.of("../docs/ramp", mode + ".svg"));
  }

  @Test
  void shouldNotOverwriteWhatItReads() throws IOException {
    Path spec = file("spec.yaml", "rateLimit: {max: 10}");

    assertFails(
        "--svg must not be a file that is read: " + spec,
        "plot",
        spec,
        "--usage",
        EXAMPLE.resolve("usage.txt"),
        "--svg",
        spec);
    assertThat(spec).hasContent("rateLimit: {max: 10}");
  }

  @Test
  void shouldSayWhichVersionItIs() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).matches("Sluice \\d+\\.\\d+\\.\\d+\\S*\\R");
  }

  @Test
  void shouldDivideByTheNumberOfPods() throws IOException {
    Path spec = file("spec.yaml", "rateLimit: {max: 10, min: 10}");

    run("plot", spec, "--usage", file("u", "9\n"), "--pods", 4, "--svg", folder.resolve("c.svg"));

    assertThat(out.toString().lines())
        .last()
        .asString()
        .isEqualToIgnoringWhitespace("1 10 2 9 2 100");
  }

  @Test
  void shouldPlotWithoutTheStoreOfTheSpec() throws IOException {
    Path spec = file("spec.yaml", """
        rateLimit:
          max: 10
          store:
            redisStore: {url: "redis://nowhere.invalid:1"}
        """);

    assertThat(run("plot", spec, "--usage", file("u", "1\n"), "--svg", folder.resolve("c.svg")))
        .isZero();
  }

  @Test
  void shouldNameTheChartAfterTheSpecInTheCurrentDirectory() {
    assertThat(RampCommand.chartOf(Path.of("some/where/spec.yaml"))).isEqualTo(Path.of("spec.svg"));
    assertThat(RampCommand.chartOf(Path.of("spec.v2.yml"))).isEqualTo(Path.of("spec.v2.svg"));
  }

  @Test
  void shouldCheckASpecAndSayWhatItAmountsTo() {
    assertThat(run("check", EXAMPLE.resolve("go-back-n.yaml"))).isZero();

    assertThat(out.toString().lines())
        .contains(
            "max                100 per second, by the whole group",
            "rampUpDuration     10s, a slope of 9 per second",
            "modes              goBackN: thresholdPercentage 50, coolDownPeriod 5s,"
                + " rampDownPercentage 50",
            "store              in memory: processors of one JVM");
  }

  @Test
  void shouldSayInOneLineWhatIsWrongWithASpec() throws IOException {
    Path spec = file("spec.yaml", "rateLimit:\n  max: lots\n");

    assertFails(
        spec + ":2: rateLimit.max must be a whole number such as 100, not \"lots\"", "check", spec);
  }

  @Test
  void shouldSayInOneLineWhatIsWrongWithAUsageFile() throws IOException {
    Path usage = file("usage.txt", "10\nten\n");

    assertFails(
        usage + ":2: must be a whole number of messages of at most 9 digits, or - for no call, not"
            + " \"ten\"",
        "plot",
        EXAMPLE.resolve("go-back-n.yaml"),
        "--usage",
        usage);
  }

  @Test
  void shouldSayInOneLineWhichFileIsNotThere() throws IOException {
    Path none = folder.resolve("none");
    Path spec = EXAMPLE.resolve("go-back-n.yaml");

    assertFails(none + ": there is no such file or folder", "check", none);
    assertFails(none + ": there is no such file or folder", "plot", spec, "--usage", none);
    Path usage = EXAMPLE.resolve("usage.txt");
    Path chart = none.resolve("chart.svg");
    assertFails(
        chart + ": there is no such file or folder",
        "plot",
        spec,
        "--usage",
        usage,
        "--svg",
        chart);
  }

  @Test
  void shouldRefuseAPoolWithoutProcessors() {
    assertFails(
        "--pods must be between 1 and 10000, not 0",
        "plot",
        EXAMPLE.resolve("go-back-n.yaml"),
        "--usage",
        EXAMPLE.resolve("usage.txt"),
        "--pods",
        0);
  }

  private void assertFails(String message, Object... args) {
    err.getBuffer().setLength(0);
    assertThat(run(args)).isEqualTo(2);
    assertThat(err.toString()).isEqualTo(message + System.lineSeparator());
  }

  private int run(Object... args) {
    String[] words = new String[args.length + 1];
    words[0] = "ramp";
    for (int i = 0; i < args.length; i++) {
      words[i + 1] = args[i].toString();
    }
    return SluiceCli.run(new PrintWriter(out, true), new PrintWriter(err, true), words);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
