package io.sluice.cli;

import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import java.io.IOException;
import java.util.function.UnaryOperator;

/** A real Pulsar that starts quickly, and need not be as quick as others for long. */
final class TestPulsar {

  private TestPulsar() {}

  static EmbeddedPulsar start() throws IOException {
    return start(options -> options);
  }

  static EmbeddedPulsar start(UnaryOperator<EmbeddedPulsarOptions> more) throws IOException {
    return EmbeddedPulsar.start(more.apply(EmbeddedPulsarOptions.defaults()
        .withJvmOptions(
            "-Xmx256m",
            "-XX:MaxDirectMemorySize=512m",
            "-XX:TieredStopAtLevel=1",
            "-Dzookeeper.forceSync=no")));
  }
}
