package io.sluice.cli.top;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The terminal, asked by the system's own tools: what the JDK knows of it differs from version to
 * version, and none knows its size.
 */
final class Terminal {

  /** How many characters fit. */
  record Size(int rows, int columns) {}

  /** That of a file or of another program. */
  static final Size ENDLESS = new Size(Integer.MAX_VALUE, Integer.MAX_VALUE);

  private static final Size OTHERWISE = new Size(24, 80);
  private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("(\\d{1,5}) (\\d{1,5})");
  private static final File TTY = new File("/dev/tty");

  private Terminal() {}

  /** Whether the standard output is one. */
  static boolean isOutput() throws InterruptedException {
    return run(new ProcessBuilder("test", "-t", "1")
            .redirectOutput(ProcessBuilder.Redirect.INHERIT))
        .isPresent();
  }

  /** As it is now; it may be another one a second later. */
  static Size size() throws InterruptedException {
    return run(new ProcessBuilder("stty", "size").redirectInput(TTY))
        .map(text -> ROWS_AND_COLUMNS.matcher(text.strip()))
        .filter(Matcher::matches)
        .map(size -> new Size(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2))))
        .filter(size -> size.rows > 0 && size.columns > 0)
        .orElse(OTHERWISE);
  }

  /** What it says, if it ends well within a second. */
  private static Optional<String> run(ProcessBuilder tool) throws InterruptedException {
    try {
      Process process = tool.redirectError(ProcessBuilder.Redirect.DISCARD).start();
      if (!process.waitFor(1, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return Optional.empty();
      }
      return process.exitValue() == 0
          ? Optional.of(
              new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // a system without this tool, whose terminal is nothing we know
    }
  }
}
