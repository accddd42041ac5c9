package io.sluice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

class ScreenTest {

  private static final int QUOTA = 1000;

  private final StringWriter text = new StringWriter();

  @Test
  void shouldShowASecondInALine() {
    Screen screen = screen(Ansi.OFF);

    screen.second(3, new Figures(1, 0, 0, taking(100, 3.14)));
    screen.second(12, new Figures(1, 10_000, 1003, taking(98, 1001)));
    screen.second(13, new Figures(1, 10_000, 0, List.of()));

    assertThat(text.toString().lines())
        .containsExactly(
            "     3                               100/s    3.1 ms    3.1 ms",
            "    12   10000/s     1003/s           98/s   1001 ms   1001 ms   ####################",
            "    13   10000/s        0/s            0/s         -         -");
  }

  @Test
  void shouldDrawTheMedianAndThe99thPercentile() {
    List<Long> times = new ArrayList<>(taking(50, 100));
    times.addAll(taking(50, 300));

    screen(Ansi.OFF).second(1, new Figures(1, 10_000, 1000, times));

    assertThat(text.toString().strip()).endsWith("ms   ##----");
  }

  @Test
  void shouldNotDrawBeyondTheLine() {
    screen(Ansi.OFF).second(1, new Figures(1, 10_000, 1000, taking(10, 60_000)));

    assertThat(text.toString().strip()).endsWith("ms   " + "#".repeat(30)).hasSizeLessThan(96);
  }

  @Test
  void shouldColourWhatIsSlowIfThatCanBeShown() {
    Screen screen = screen(Ansi.ON);

    screen.second(1, new Figures(1, 0, 0, taking(100, 3)));
    screen.second(2, new Figures(1, 10_000, 1000, taking(100, 1000)));

    assertThat(text.toString().lines().toList())
        .satisfiesExactly(
            quick -> assertThat(quick).contains("\033[32m  3.0 ms").doesNotContain("\033[31m"),
            slow -> assertThat(slow).contains("\033[31m 1000 ms").doesNotContain("\033[32m"));
  }

  @Test
  void shouldSetBothLimitersSideBySide() {
    screen(Ansi.OFF).summarise(outcome(1001, 1002), outcome(1000, 1.4));

    assertThat(text.toString()).isEqualToNormalizingNewlines("""

                                noisy          quiet alone          quiet beside noisy
                             published       p50       p99          p50       p99
        Pulsar's own limiter    1001/s    2.0 ms    2.0 ms      1002 ms   1002 ms
        Sluice                  1000/s    2.0 ms    2.0 ms       1.4 ms    1.4 ms

        Both held noisy to its quota of 1000/s. What differs is what that cost its neighbour:
        beside noisy, quiet's median was 1002 ms with Pulsar's limiter, and 1.4 ms with Sluice.

        Next: ./sluice standalone, for your own clients. README.md tells more.
        """);
  }

  @Test
  void shouldNotClaimThatAQuotaHeldThatDidNot() {
    screen(Ansi.OFF).summarise(outcome(1001, 1002), outcome(1300, 1.4));

    assertThat(text.toString()).contains("Not both held noisy").doesNotContain("Both held");
  }

  private Screen screen(Ansi ansi) {
    return new Screen(new PrintWriter(text, true), ansi, QUOTA);
  }

  private static Outcome outcome(long published, double besideMillis) {
    Figures beside = new Figures(1, 10_000, published, taking(100, besideMillis));
    return new Outcome(new Figures(1, 0, 0, taking(100, 2)), beside, beside);
  }

  private static List<Long> taking(int messages, double millis) {
    return Collections.nCopies(messages, (long) (millis * 1_000_000));
  }
}
