package io.sluice.cli;

import io.sluice.cli.demo.DemoCommand;
import io.sluice.rampyaml.InvalidRampSpecException;
import io.sluice.server.InvalidNodeConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code ./sluice}, as far as it is not the launcher's own. */
@Command(name = "sluice", mixinStandardHelpOptions = true, versionProvider = Version.class)
final class SluiceCli {

  private SluiceCli() {}

  public static void main(String[] args) {
    Charset terminal = Charset.defaultCharset();
    System.exit(run(
        new PrintWriter(System.out, true, terminal),
        new PrintWriter(System.err, true, terminal),
        args));
  }

  /** The exit code: 0 if all went well, otherwise as the command says; 2 for one that is not known. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    return new CommandLine(new SluiceCli())
        .addSubcommand(new DemoCommand(out))
        .addSubcommand(new StandaloneCommand(out))
        .addSubcommand(new ServerCommand())
        .addSubcommand(new CheckConfigCommand(out))
        .addSubcommand(new RampCommand(out, err))
        .setOut(out)
        .setErr(err)
        .setExecutionExceptionHandler((e, command, parsed) -> {
          err.println(oneLine(e));
          return command.getCommandSpec().exitCodeOnExecutionException();
        })
        .execute(args.length == 0 ? new String[] {"--help"} : args);
  }

  /** What whoever gave the files can mend; anything else is a bug and shows its trace. */
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
        || e instanceof IOException) {
      return String.valueOf(e.getMessage());
    }
    throw e;
  }
}
