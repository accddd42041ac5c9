package io.sluice.examples.ramp;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.ramp.Permit;
import io.sluice.ramp.PoolStore;
import io.sluice.ramp.RampThrottle;
import io.sluice.rampredis.testing.LocalRedis;
import io.sluice.rampyaml.RampSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The examples of README and documentation, as they stand there, work. */
@Timeout(60)
class DocumentedUseTest {

  private static final List<Path> DOCUMENTS =
      List.of(Path.of("../../README.md"), Path.of("../../docs/ramp.md"));

  private int unread = 700;

  @Test
  void shouldReadEverything(@TempDir Path folder) throws IOException, InterruptedException {
    try (LocalRedis redis = LocalRedis.start()) {
      Path spec = Files.writeString(folder.resolve("ramp.yaml"), """
          rateLimit:
            max: 500
            min: 500
            store:
              redisStore: {url: "%s"}
          """.formatted(redis.url()));
      use(spec, this);
    }
    assertThat(unread).isZero();
  }

  @Test
  void shouldStandInTheDocumentsAsItIsHere() throws IOException {
    String source =
        Files.readString(Path.of("src/test/java/io/sluice/examples/ramp/DocumentedUseTest.java"));
    String example = source.split("    // DOCUMENT\n", -1)[1];
    String unindented = example
        .lines()
        .map(line -> line.replaceFirst("^    ", ""))
        .collect(joining("\n"))
        .replace("RampSpec.read(file)", "RampSpec.read(Path.of(\"ramp.yaml\"))");

    for (Path document : DOCUMENTS) {
      assertThat(Files.readString(document)).contains(unindented.strip());
    }
  }

  @Test
  void shouldReadTheDocumentedConfiguration() throws IOException {
    String document = Files.readString(DOCUMENTS.get(1));
    String yaml = document.split("```yaml\n", -1)[1].split("```\n", -1)[0];

    assertThat(RampSpec.parse("docs/ramp.md", yaml).config().max()).isEqualTo(100);
  }

  private static void use(Path file, DocumentedUseTest source)
      throws IOException, InterruptedException {
    // DOCUMENT
    RampSpec spec = RampSpec.read(file);
    try (PoolStore store = spec.store().open();
        RampThrottle throttle = RampThrottle.builder(spec.config())
            .group("checkout-llm") // who shares the rate
            .processor("pod-3") // which of them this is
            .store(store)
            .build()) {
      // On SIGTERM it leaves the group, so that the others have its share at once.
      Runtime.getRuntime().addShutdownHook(new Thread(throttle::close));
      while (!source.isDone()) {
        try (Permit permit = throttle.acquire(500, Duration.ofSeconds(1))) { // 0 to 500
          int read = source.read(permit.granted());
          permit.used(read); // the rest goes back; without this, everything would
        }
      }
    }
    // DOCUMENT
  }

  private boolean isDone() {
    return unread == 0;
  }

  private int read(int most) {
    int read = Math.min(most, Math.min(unread, 200));
    unread -= read;
    return read;
  }
}
