package io.sluice.cli.top;

import java.io.PrintWriter;
import java.util.List;

/**
 * A terminal on which all lines are drawn anew each time. Closing it brings back what was on the terminal before,
 * also when a signal ends the process.
 */
final class LiveScreen implements AutoCloseable {

  /** Switches to the terminal's alternate screen and hides the cursor. */
  static final String ENTER = "\033[?1049h\033[?25l";

  static final String LEAVE = "\033[?25h\033[?1049l";

  private static final String HOME = "\033[H";
  private static final String REST_OF_LINE = "\033[K";
  private static final String REST_OF_SCREEN = "\033[J";

  private final PrintWriter out;
  private boolean open = true;

  LiveScreen(PrintWriter out) {
    this.out = out;
    out.print(ENTER);
    out.flush();
  }

  /** Shows the lines that fit; returns whether the terminal still takes output. */
  synchronized boolean show(List<String> lines, Terminal.Size size) {
    if (!open) {
      return false;
    }
    StringBuilder frame = new StringBuilder(HOME);
    // The last line stays empty: a line break there would scroll.
    for (String line : lines.subList(0, Math.min(lines.size(), size.rows() - 1))) {
      frame
          .append(line, 0, Math.min(line.length(), size.columns()))
          .append(REST_OF_LINE)
          .append('\n');
    }
    out.print(frame.append(REST_OF_SCREEN));
    return !out.checkError();
  }

  /** May be called by the thread that draws and by the one that ends the process. */
  @Override
  public synchronized void close() {
    if (open) {
      open = false;
      out.print(LEAVE);
      out.flush();
    }
  }
}
