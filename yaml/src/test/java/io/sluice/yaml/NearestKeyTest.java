package io.sluice.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestKeyTest {

  private static final List<String> KNOWN = List.of("max", "min", "ttl", "rampUpDuration");

  @Test
  void shouldFindTheKeyWithTheFewestEdits() {
    assertThat(NearestKey.to("mix", KNOWN)).contains("max");
    assertThat(NearestKey.to("mx", KNOWN)).contains("max");
    assertThat(NearestKey.to("ramp_up_duration", KNOWN)).contains("rampUpDuration");
  }

  @Test
  void shouldNotCountCase() {
    assertThat(NearestKey.to("TTL", KNOWN)).contains("ttl");
  }

  @Test
  void shouldNotGuessFromAfar() {
    assertThat(NearestKey.to("store", KNOWN)).isEmpty();
    assertThat(NearestKey.to("x", KNOWN)).isEmpty();
  }
}
