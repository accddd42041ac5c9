package io.sluice.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {

  @ParameterizedTest
  @CsvSource({
    "180s, PT3M",
    "1500ms, PT1.5S",
    "250us, PT0.00025S",
    "7ns, PT0.000000007S",
    "2h, PT2H",
    "1m30s, PT1M30S",
    "1h0.5m, PT1H30S",
    "1.5s, PT1.5S",
    "0s, PT0S",
    "0.9ns, PT0S"
  })
  void shouldReadEveryUnitAloneCombinedAndWithDecimals(String text, Duration expected) {
    assertThat(GoDuration.parse(text)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "10", "s", "1.s", ".5s", "1 s", "1s ", "-1s", "1d", "1S", "1m30", "ten", "1e3s"
      })
  void shouldRefuseWhatIsNone(String text) {
    assertThat(GoDuration.parse(text)).isEmpty();
  }

  @Test
  void shouldRefuseWhatCannotBeCounted() {
    assertThat(GoDuration.parse("3000000h")).isEmpty();
    assertThat(GoDuration.parse("9".repeat(100) + "ns")).isEmpty();
  }
}
