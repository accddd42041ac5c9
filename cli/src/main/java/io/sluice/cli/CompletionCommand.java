package io.sluice.cli;

import io.sluice.cli.base.Version;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command that teaches a shell the others. */
@Command(
    name = "completion",
    description = {
      "Prints a script with which bash and zsh complete commands and options. To use it now: source"
          + " <(./sluice completion); to keep it, put that into ~/.bashrc or ~/.zshrc, with the whole path."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class CompletionCommand implements Callable<Integer> {

  private final PrintWriter out;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  CompletionCommand(PrintWriter out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    out.println(AutoComplete.bash("sluice", spec.root().commandLine()));
    return 0;
  }
}
