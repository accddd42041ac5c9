package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.remote.CliEnvironment;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class UsageHelpTest {

  @TempDir
  Path folder;

  /** In a process of its own, as picocli warns on the stderr that there was when it was loaded. */
  @Test
  void shouldShowTheHelpOfEveryCommandWithoutAWarning() throws Exception {
    Path help = folder.resolve("help.txt");
    Path warnings = folder.resolve("warnings.txt");
    Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            EveryHelp.class.getName())
        .redirectOutput(help.toFile())
        .redirectError(warnings.toFile())
        .start();

    assertThat(process.waitFor()).isZero();
    assertThat(warnings).hasContent("");
    assertThat(Files.readString(help))
        .contains("sluice limits set", "sluice simulate groups", "sluice ramp plot", "sluice top")
        .contains("to 5 %.")
        .doesNotContainPattern("%[%nsd]|\\$\\{");
  }

  /** Prints what {@code --help} says of each command. */
  static final class EveryHelp {
    public static void main(String[] args) {
      PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
      all(SluiceCli.commands(new CliEnvironment(out, out, Map.of())))
          .forEach(command -> command.usage(out));
    }

    private static Stream<CommandLine> all(CommandLine command) {
      return Stream.concat(
          Stream.of(command), command.getSubcommands().values().stream().flatMap(EveryHelp::all));
    }
  }
}
