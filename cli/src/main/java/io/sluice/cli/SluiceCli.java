package io.sluice.cli;

import io.sluice.cli.base.InvalidInputException;
import io.sluice.cli.base.Version;
import io.sluice.cli.demo.DemoCommand;
import io.sluice.cli.groups.GroupsCommand;
import io.sluice.cli.limits.LimitsCommand;
import io.sluice.cli.remote.CliEnvironment;
import io.sluice.cli.simulate.SimulateCommand;
import io.sluice.cli.top.NodesCommand;
import io.sluice.cli.top.TopCommand;
import io.sluice.rampyaml.InvalidRampSpecException;
import io.sluice.server.InvalidNodeConfigException;
import io.sluice.yaml.InvalidYamlException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code ./sluice}, without the commands that the launcher runs itself. */
@Command(name = "sluice", mixinStandardHelpOptions = true, versionProvider = Version.class)
final class SluiceCli {

  private SluiceCli() {}

  public static void main(String[] args) {
    Charset terminal = Charset.defaultCharset();
    System.exit(run(
        new CliEnvironment(
            new PrintWriter(System.out, true, terminal),
            new PrintWriter(System.err, true, terminal),
            System.getenv()),
        args));
  }

  static int run(PrintWriter out, PrintWriter err, String... args) {
    return run(new CliEnvironment(out, err, Map.of()), args);
  }

  /** The exit code: 0 if all went well, otherwise as the command says; 2 for one that is not known. */
  static int run(CliEnvironment environment, String... args) {
    return commands(environment).execute(args.length == 0 ? new String[] {"--help"} : args);
  }

  static CommandLine commands(CliEnvironment environment) {
    PrintWriter out = environment.out();
    PrintWriter err = environment.err();
    return new CommandLine(new SluiceCli())
        .addSubcommand(new DemoCommand(out))
        .addSubcommand(new StandaloneCommand(out))
        .addSubcommand(new ServerCommand())
        .addSubcommand(new CheckConfigCommand(out))
        .addSubcommand(new RampCommand(out, err))
        .addSubcommand(SimulateCommand.in(environment))
        .addSubcommand(LimitsCommand.in(environment))
        .addSubcommand(GroupsCommand.in(environment))
        .addSubcommand(new TopCommand(environment))
        .addSubcommand(new NodesCommand(environment))
        .addSubcommand(new CompletionCommand(out))
        .setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((e, given) -> misused(e, err))
        .setExecutionExceptionHandler((e, command, parsed) -> {
          err.println(oneLine(e));
          return command.getCommandSpec().exitCodeOnExecutionException();
        });
  }

  /** Prints in one line what is wrong. Prints the usage only of a command that has subcommands. */
  private static int misused(ParameterException e, PrintWriter err) {
    CommandLine command = e.getCommandLine();
    err.println(e.getMessage() + "; see " + command.getCommandSpec().qualifiedName() + " --help");
    if (!UnmatchedArgumentException.printSuggestions(e, err)
        && !command.getSubcommands().isEmpty()) {
      command.usage(err);
    }
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  /** What the user who gave the files can mend; anything else is a bug and shows its trace. */
  private static String oneLine(Exception e) throws Exception {
    if (e instanceof NoSuchFileException missing) {
      return missing.getFile() + ": there is no such file or folder";
    }
    if (e instanceof AccessDeniedException denied) {
      return denied.getFile() + ": access is denied";
    }
    if (e instanceof InvalidRampSpecException
        || e instanceof InvalidNodeConfigException
        || e instanceof InvalidInputException
        || e instanceof InvalidYamlException
        || e instanceof IOException) {
      return String.valueOf(e.getMessage());
    }
    throw e;
  }
}
