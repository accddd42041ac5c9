package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionCommandTest {

  @TempDir
  Path home;

  @Test
  void shouldTeachAShellCommandsOptionsAndChoices() {
    RemoteCommands sluice = new RemoteCommands(home);

    assertThat(sluice.run("completion")).isZero();

    assertThat(String.join("\n", sluice.shown()))
        .startsWith("#!/usr/bin/env bash")
        .contains("complete -F _complete_sluice -o default sluice")
        .contains("limits groups top nodes completion")
        .contains("set get remove list explain")
        .contains("list get set remove attach detach")
        .contains("--subscription-dispatch")
        .contains("\"scheduled\" \"relaxed\" \"only-if-used\" \"go-back-n\"")
        .contains("\"table\" \"json\"")
        .contains("\"messages\" \"bytes\" \"throttled\"");
  }

  @Test
  void shouldShowWhatThereIsToWhoeverNamesNoCommand() {
    RemoteCommands sluice = new RemoteCommands(home);

    assertThat(sluice.run("limits")).isEqualTo(2);
    assertThat(sluice.errors())
        .startsWith("Missing required subcommand; see sluice limits --help")
        .anyMatch(line -> line.contains("explain"));
    assertThat(sluice.run("limits", "set", "--help")).isZero();
    assertThat(String.join(" ", sluice.shown()).replaceAll("\\s+", " "))
        .contains("Other users of this machine can see it in the list of processes")
        .contains("As in pulsar-admin, 1M is 1MiB");
  }
}
