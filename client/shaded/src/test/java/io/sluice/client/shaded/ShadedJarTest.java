package io.sluice.client.shaded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.client.SluiceClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is in the jar is ours, under names of our own, and uses the Netty of pulsar-client. */
@Tag("matrix")
class ShadedJarTest {

  private static final String SHADED_NETTY = "org/apache/pulsar/shade/io/netty/";

  @Test
  void shouldHoldNothingThatCouldClash() throws Exception {
    Path file = Path.of(
        SluiceClient.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> classes = new ArrayList<>();
    StringBuilder contents = new StringBuilder();
    try (JarFile jar = new JarFile(file.toFile())) {
      for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
        if (entry.getName().endsWith(".class")) {
          classes.add(entry.getName());
          contents.append(new String(jar.getInputStream(entry).readAllBytes(), ISO_8859_1));
        }
      }
    }

    assertThat(classes).isNotEmpty().allMatch(name -> name.startsWith("io/sluice/client/"));
    assertThat(contents.toString()).contains(SHADED_NETTY);
    assertThat(contents.toString().replace(SHADED_NETTY, ""))
        .doesNotContain("io/netty/", "io/sluice/protocol/");
  }
}
