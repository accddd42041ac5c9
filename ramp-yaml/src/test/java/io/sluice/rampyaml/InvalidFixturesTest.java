package io.sluice.rampyaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each fixture is named after its fault, and begins with what has to be said of it. */
class InvalidFixturesTest {

  private static final Path FIXTURES = Path.of("src/test/resources/invalid");

  static List<String> fixtures() throws IOException {
    try (Stream<Path> files = Files.list(FIXTURES)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void shouldNameFileLineKeyAndFault(String name) throws IOException {
    String yaml = Files.readString(FIXTURES.resolve(name));
    String expected = name + yaml.lines().findFirst().orElseThrow().substring("# ".length());

    Throwable fault = catchThrowable(() -> RampSpec.parse(name, yaml));

    assertThat(fault)
        .isInstanceOf(InvalidRampSpecException.class)
        .hasMessage(expected)
        .hasNoCause();
    assertThat(fault.toString()).as("secrets").doesNotContain("hunter2");
  }
}
