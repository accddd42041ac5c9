package io.sluice.examples.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Starts the example as a user would, and crashes a replica. The timeout needs a thread of its own: what waits for a
 * line of a process cannot be interrupted.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RampExampleTest {

  private static final Pattern REPLICA = Pattern.compile("Replica pod-2 is process (\\d+)\\.");
  private static final Pattern SECOND = Pattern.compile(" (\\d+) calls .*\\(1/(\\d+) of ");

  private final List<String> seen = new ArrayList<>();
  private final Process example;
  private final BufferedReader output;

  RampExampleTest() throws IOException {
    example = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            RampExample.class.getName(),
            "--spec",
            "spec.yaml")
        .redirectErrorStream(true)
        .start();
    output = example.inputReader();
  }

  @AfterEach
  void stop() throws InterruptedException {
    example.destroy(); // as Ctrl-C does
    example.waitFor();
  }

  @Test
  void shouldShareTheRateAmongThoseWhoAreThere() throws IOException {
    long pod2 = Long.parseLong(awaitLine(REPLICA).group(1));
    awaitPoolOf(3);

    ProcessHandle.of(pod2).orElseThrow().destroyForcibly();

    awaitPoolOf(2);
  }

  private void awaitPoolOf(int size) throws IOException {
    Matcher second;
    do {
      second = awaitLine(SECOND);
      assertThat(Integer.parseInt(second.group(1))).as(seen.toString()).isLessThanOrEqualTo(120);
    } while (Integer.parseInt(second.group(2)) != size);
  }

  private Matcher awaitLine(Pattern pattern) throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      seen.add(line);
      assertThat(line).as(seen.toString()).doesNotContain(" ends: ");
      Matcher matcher = pattern.matcher(line);
      if (matcher.find()) {
        return matcher;
      }
    }
    throw new AssertionError("the example ended:\n" + String.join("\n", seen));
  }
}
