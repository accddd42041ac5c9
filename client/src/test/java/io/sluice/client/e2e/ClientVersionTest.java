package io.sluice.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.pulsar.PulsarVersion;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tests of this package run with the client that they are meant to run with. */
@Tag("matrix")
class ClientVersionTest {

  @Test
  void shouldBeOfTheVersionThatTheBuildNames() {
    assertThat(PulsarVersion.getVersion())
        .isEqualTo(System.getProperty("sluice.test.pulsar.version"));
  }
}
