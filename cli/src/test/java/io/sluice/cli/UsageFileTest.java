package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.cli.base.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsageFileTest {

  @TempDir
  Path folder;

  @Test
  void shouldReadASecondPerLineExceptForComments() throws IOException {
    Path file = file("# busy\n10\n 0 # a call that uses nothing\n-\n\n  # again\n7");

    assertThat(UsageFile.read(file))
        .containsExactly(
            OptionalInt.of(10),
            OptionalInt.of(0),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.of(7));
  }

  @Test
  void shouldNameTheLineOfWhatIsNoNumber() throws IOException {
    for (String wrong : new String[] {"ten", "-5", "1.5", "1234567890"}) {
      Path file = file("# busy\n10\n" + wrong + "\n");

      assertThatThrownBy(() -> UsageFile.read(file))
          .isInstanceOf(InvalidInputException.class)
          .hasMessage(
              file + ":3: must be a whole number of messages of at most 9 digits, or - for no"
                  + " call, not \"" + wrong + "\"");
    }
  }

  @Test
  void shouldRefuseMoreThanAnHour() throws IOException {
    Path file = file("1\n".repeat(3601));

    assertThat(UsageFile.read(file("1\n".repeat(3600)))).hasSize(3600);
    file("1\n".repeat(3601));
    assertThatThrownBy(() -> UsageFile.read(file))
        .hasMessage(file + ":3601: at most 3600 seconds can be run");
  }

  @Test
  void shouldRefuseFilesWithoutASecond() throws IOException {
    Path file = file("# nothing\n");

    assertThatThrownBy(() -> UsageFile.read(file))
        .hasMessage(file + ": must have a line for at least one second");
  }

  @Test
  void shouldRefuseFilesThatAreNoText() throws IOException {
    Path file = Files.write(folder.resolve("usage.txt"), new byte[] {'1', (byte) 0xff});

    assertThatThrownBy(() -> UsageFile.read(file)).hasMessage(file + ": must be text in UTF-8");
    assertThatThrownBy(() -> UsageFile.read(folder)).hasMessageStartingWith(folder + ": ");
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("usage.txt"), text);
  }
}
