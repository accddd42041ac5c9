package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each fixture is named after its fault, and begins with what has to be said of it. */
class BadConfigTest {

  private static final Path FIXTURES = Path.of("src/test/resources/bad-config");

  static List<String> fixtures() throws IOException {
    try (Stream<Path> files = Files.list(FIXTURES)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void shouldNameFileLineKeyAndFault(String name) throws IOException {
    Path file = FIXTURES.resolve(name);
    String expected = file + Files.readAllLines(file).get(0).substring("# ".length());

    InvalidNodeConfigException fault = catchThrowableOfType(
        InvalidNodeConfigException.class, () -> NodeConfig.read(file, unset -> Optional.empty()));

    assertThat(fault.faults()).containsExactly(expected);
    assertThat(fault).hasNoCause();
  }
}
