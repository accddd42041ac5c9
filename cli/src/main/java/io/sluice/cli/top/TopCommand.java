package io.sluice.cli.top;

import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.ApiException;
import io.sluice.cli.remote.CliEnvironment;
import io.sluice.cli.remote.RemoteCommand;
import io.sluice.cli.remote.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that shows which topics or producers publish most, or have to wait most. */
@Command(
    name = "top",
    description = {
      "Shows which topics publish most on all nodes together, each second anew until Ctrl-C; or once, if the"
          + " output is no terminal. WAITED/S is how long producers were made to wait in each second, all"
          + " together; HELD is what of theirs waits now. Only the node of --url is asked: it knows of the"
          + " others what each tells of its 20 busiest every five seconds."
    })
public final class TopCommand extends RemoteCommand {

  private static final long REFRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

  @Option(names = "--producers", description = "Shows producers instead of topics.")
  private boolean producers;

  @Option(
      names = "--by",
      paramLabel = "FIGURE",
      defaultValue = "messages",
      description = "What comes first: ${COMPLETION-CANDIDATES}; by default ${DEFAULT-VALUE}.")
  private TopBy by = TopBy.MESSAGES;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "20",
      description =
          "How many at most, up to " + ClusterTop.MOST_ITEMS + "; by default ${DEFAULT-VALUE}.")
  private int count;

  @Option(
      names = "--node",
      paramLabel = "NAME",
      description = "Shows one node, by its name; otherwise all of them.")
  private @Nullable String node;

  @Option(names = "--once", description = "Shows one table and ends.")
  private boolean once;

  /** Reads nothing of the environment before the command runs. */
  public TopCommand(CliEnvironment environment) {
    super(environment);
  }

  @Override
  protected void run(Api api) throws IOException, InterruptedException {
    if (count < 1 || count > ClusterTop.MOST_ITEMS) {
      throw misuse("--count must be from 1 to " + ClusterTop.MOST_ITEMS + ", not " + count);
    }
    ClusterTop top = new ClusterTop(api, producers, by, count, node);
    // The first request comes before the screen is drawn: if the address is wrong, the message has
    // to stay.
    ClusterTop.Seen seen = top.ask();
    if (json()) {
      printJson(seen);
    } else if (once || !Terminal.isOutput()) {
      print(new TopTable(producers).lines(seen, Terminal.ENDLESS));
    } else {
      watch(top, seen);
    }
  }

  private void watch(ClusterTop top, ClusterTop.Seen first) throws InterruptedException {
    LiveScreen screen = new LiveScreen(environment().out());
    // Ctrl-C ends the command, so it is no failure.
    Thread leave = new Thread(
        () -> {
          screen.close();
          Runtime.getRuntime().halt(0);
        },
        "sluice-leave");
    Runtime.getRuntime().addShutdownHook(leave);
    try (screen) {
      Terminal.Size size = Terminal.size();
      List<String> lines = new TopTable(producers).lines(first, size);
      long next = System.nanoTime();
      while (screen.show(lines, size)) {
        next = Math.max(next + REFRESH_NANOS, System.nanoTime());
        TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
        size = Terminal.size();
        lines = next(top, lines, size);
      }
    }
  }

  /** The current lines; if no node answers, the last ones and the reason. */
  private List<String> next(ClusterTop top, List<String> last, Terminal.Size size)
      throws InterruptedException {
    try {
      return new TopTable(producers).lines(top.ask(), size);
    } catch (ApiException e) {
      List<String> lines = new ArrayList<>(last);
      lines.set(0, Table.printable("not now: " + e.getMessage()));
      return lines;
    }
  }
}
