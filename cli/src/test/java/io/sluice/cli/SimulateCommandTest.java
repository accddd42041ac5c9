package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir
  private Path folder = Path.of("");

  private int run(String command) {
    out.getBuffer().setLength(0);
    return SluiceCli.run(
        new PrintWriter(out, true), new PrintWriter(err, true), command.split(" ", -1));
  }

  @Test
  void shouldSayWhatNodesGet() throws IOException {
    Path csv = folder.resolve("a.csv");
    Path svg = folder.resolve("a.svg");

    int code = run("simulate groups --demands 2000,2000,50 --quota 1000 --events 8:kill:0 --csv "
        + csv + " --svg " + svg);

    assertThat(out.toString()).contains("node-1", "node-2", "PASSED").doesNotContain("node-0");
    assertThat(code).isZero();
    assertThat(Files.readAllLines(csv))
        .startsWith("time,node,demand,share,admitted")
        .anyMatch(line -> line.startsWith("0.000,node-0,2000.000,"))
        .hasSizeGreaterThan(150);
    assertThat(Files.readString(svg)).startsWith("<svg").contains("node-2").endsWith("</svg>\n");
  }

  @Test
  void shouldComeToTheSameWithTheSameSeed() {
    assertThat(run("simulate groups --seed 12")).isZero();
    String first = out.toString();
    run("simulate groups --seed 12");

    assertThat(out.toString()).isEqualTo(first);
    run("simulate groups --seed 13");
    assertThat(out.toString()).isNotEqualTo(first);
  }

  @Test
  void shouldNameACommandThatHasTheSameFaultAgain() {
    assertThat(run("simulate groups --division stock --runs 5")).isEqualTo(1);
    String fault = after("failed: ");
    String replay = after("to replay it: ./sluice ");

    assertThat(run(replay)).isEqualTo(1);

    assertThat(out.toString()).contains(fault, "FAILED");
  }

  @Test
  void shouldNameACommandForWhatWasGivenToo() {
    assertThat(run("simulate groups --division stock --demands 200,step:0:4:200 --runs 2"))
        .isEqualTo(1);
    String fault = after("failed: ");

    assertThat(run(after("to replay it: ./sluice "))).isEqualTo(1);

    assertThat(out.toString()).contains(fault);
  }

  @Test
  void shouldSayWhatNodesGetOfALimit() {
    int code = run("simulate limits --demands 900,900,15 --quota 300 --events 8:kill:0");

    assertThat(out.toString())
        .contains("A limit of 300 per second", "node-1", "node-2", "(promised: 1.25)", "PASSED")
        .doesNotContain("node-0");
    assertThat(code).isZero();
  }

  @Test
  void shouldRunManyLimits() {
    assertThat(run("simulate limits --seed 5 --runs 20")).isZero();

    assertThat(out.toString()).startsWith("20 runs from seed 5 on: 0 failed");
  }

  private String after(String words) {
    return out.toString()
        .lines()
        .filter(line -> line.contains(words))
        .map(line -> line.substring(line.indexOf(words) + words.length()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldMeasureWhatManyGroupsTake() {
    run("simulate groups --groups 200 --nodes 10 --spread 5 --runs 10");

    assertThat(out.toString())
        .contains(
            "groups.heap_bytes",
            "groups.published_bytes_per_minute",
            "groups.recalculate_ms",
            "groups.converge_intervals",
            "groups.max_overshoot");
  }

  @Test
  void shouldMeasureWhatManyLimitsTake() {
    int code = run("simulate limits --topics 400 --nodes 10 --spread 4 --runs 2");

    assertThat(out.toString())
        .contains(
            "5 % of them on 4 each",
            "1 s intervals",
            "limits.heap_bytes",
            "limits.published_bytes_per_minute",
            "limits.recalculate_ms",
            "limits.converge_intervals",
            "limits.max_overshoot");
    assertThat(code).isZero();
  }

  @Test
  void shouldSayInOneLineWhatIsWrong() {
    assertThat(run("simulate groups --demands 1,x")).isEqualTo(2);
    assertThat(run("simulate groups --demands 1 --events 3:kill:4")).isEqualTo(2);
    assertThat(run("simulate groups --runs 0")).isEqualTo(2);
    assertThat(run("simulate groups --nodes 4")).isEqualTo(2);
    assertThat(run("simulate groups --groups 10 --nodes 3 --spread 4")).isEqualTo(2);
    assertThat(run("simulate limits --topics 10 --nodes 3 --spread 4")).isEqualTo(2);
    assertThat(run("simulate limits --topics -1")).isEqualTo(2);
    assertThat(run("simulate limits --nodes 4")).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(8);
  }

  @Test
  void shouldSayWhatReplicasGrant() throws IOException {
    Path spec = Files.writeString(
        folder.resolve("spec.yaml"),
        "rateLimit:\n  max: 100\n  min: 10\n  rampUpDuration: 10s\n  ttl: 3s\n");
    Path csv = folder.resolve("r.csv");
    Path svg = folder.resolve("r.svg");

    int code = run("simulate ramp " + spec
        + " --events 10:kill:0,20:loss:1:5,30:join:0 --seconds 45 --csv " + csv + " --svg " + svg);

    assertThat(out.toString()).contains("3 of 3 know", "PASSED");
    assertThat(code).isZero();
    assertThat(Files.readAllLines(csv)).hasSize(46).contains("20,2,2,100,100,100");
    assertThat(Files.readString(svg)).startsWith("<svg").endsWith("</svg>\n");
  }
}
