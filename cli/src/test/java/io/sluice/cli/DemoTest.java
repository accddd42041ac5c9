package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {

  private static final int QUOTA = 1000;
  private static final int EXIT_CODE_OF_SIGTERM = 143;

  /** Of the last table: noisy's rate, and the median of quiet beside it. */
  private static final String ROW = " +(\\d+)/s +\\S+ ms +\\S+ ms +(\\S+) ms +\\S+ ms\\R";

  @TempDir
  Path folder;

  @Test
  void shouldShowWhatANoisyNeighbourCostsWithAndWithoutSluice() throws Exception {
    try (SluiceProcess sluice =
        new SluiceProcess(folder, "demo", "--alone", "1", "--beside", "3")) {
      assertThat(sluice.awaitEnd()).as(sluice.output()).isZero();

      String output = sluice.output();
      Matcher pulsars = row("Pulsar's own limiter", output);
      Matcher sluices = row("Sluice", output);
      // Without a limit it would be ten times the quota. A busy machine may shift some of a second.
      assertThat(rate(pulsars)).isBetween(QUOTA / 2, QUOTA * 3 / 2);
      assertThat(rate(sluices)).isBetween(QUOTA / 2, QUOTA * 3 / 2);
      assertThat(median(sluices)).isLessThan(median(pulsars) / 2);
      assertThat(output.lines().filter(line -> line.matches(" +[1-4] .*/s.* ms.*")))
          .hasSize(8);
      assertThat(output.lines().map(String::length)).allMatch(length -> length <= 96);
      assertThat(output).doesNotContain("\033", "WARN", "ERROR", "@|", "|@");
      assertThat(sluice.leftovers()).isEmpty();
    }
  }

  @Test
  void shouldLeaveNothingBehindWhenItIsEndedAtItsStart() throws Exception {
    shouldLeaveNothingBehindWhenItIsEndedAfter("(Starting a real Pulsar)");
  }

  @Test
  void shouldLeaveNothingBehindWhenItIsEndedInTheNoise() throws Exception {
    shouldLeaveNothingBehindWhenItIsEndedAfter("(?s)(2\\. Sluice.*noisy begins.*ms)");
  }

  private void shouldLeaveNothingBehindWhenItIsEndedAfter(String shown) throws Exception {
    try (SluiceProcess sluice =
        new SluiceProcess(folder, "demo", "--alone", "1", "--beside", "3")) {
      sluice.await(shown);
      List<ProcessHandle> children = sluice.children();

      assertThat(sluice.terminate()).as(sluice.output()).isEqualTo(EXIT_CODE_OF_SIGTERM);

      assertThat(children).noneMatch(ProcessHandle::isAlive);
      assertThat(sluice.output()).endsWith("Stopped, and nothing is left running.\n");
      assertThat(sluice.leftovers()).isEmpty();
    }
  }

  private static Matcher row(String name, String output) {
    Matcher row = Pattern.compile("(?m)^" + name + ROW).matcher(output);
    assertThat(row.find()).as(output).isTrue();
    return row;
  }

  private static int rate(Matcher row) {
    return Integer.parseInt(row.group(1));
  }

  private static double median(Matcher row) {
    return Double.parseDouble(row.group(2));
  }
}
