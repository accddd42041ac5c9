package io.sluice.ramp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RampConfigTest {

  @Test
  void shouldHaveTheDefaultsOfTheDesign() {
    assertThat(RampConfig.builder(100).build())
        .isEqualTo(new RampConfig(
            100,
            1,
            Duration.ofSeconds(1),
            new RampMode.Relaxed(),
            false,
            Duration.ofMinutes(3),
            Duration.ofMillis(100),
            Duration.ofSeconds(2),
            Fallback.HOLD,
            false));
    assertThat(RampMode.onlyIfUsed()).isEqualTo(new RampMode.OnlyIfUsed(50));
    assertThat(RampMode.goBackN()).isEqualTo(new RampMode.GoBackN(50, Duration.ofSeconds(5), 50));
  }

  @Test
  void shouldNameTheSettingAtFault() {
    assertFault("max", RampConfig.builder(0));
    assertFault("max", RampConfig.builder(Long.MAX_VALUE));
    assertFault("min", RampConfig.builder(10).min(0));
    assertFault("min", RampConfig.builder(10).min(11));
    assertFault("rampUpDuration", RampConfig.builder(10).rampUpDuration(Duration.ZERO));
    assertFault("ttl", RampConfig.builder(10).ttl(Duration.ofSeconds(-1)));
    assertFault("ttl", RampConfig.builder(10).ttl(Duration.ofMillis(299)));
    assertFault("syncInterval", RampConfig.builder(10).syncInterval(Duration.ZERO));
    assertFault("syncInterval", RampConfig.builder(10).syncInterval(Duration.ofNanos(10)));
    assertFault("storeTimeout", RampConfig.builder(10).storeTimeout(Duration.ofSeconds(91)));
  }

  @Test
  void shouldNameTheSettingOfAModeAtFault() {
    assertThatThrownBy(() -> new RampMode.OnlyIfUsed(101))
        .hasMessage("modes.onlyIfUsed.thresholdPercentage must be between 0 and 100, not 101");
    assertThatThrownBy(() -> new RampMode.GoBackN(-1, Duration.ofSeconds(1), 50))
        .hasMessageStartingWith("modes.goBackN.thresholdPercentage");
    assertThatThrownBy(() -> new RampMode.GoBackN(50, Duration.ofSeconds(0), 50))
        .hasMessageStartingWith("modes.goBackN.coolDownPeriod");
    assertThatThrownBy(() -> new RampMode.GoBackN(50, Duration.ofSeconds(1), 200))
        .hasMessageStartingWith("modes.goBackN.rampDownPercentage");
  }

  @Test
  void shouldShortenTheTimeoutOfTheStoreWithTheTtl() {
    assertThat(RampConfig.builder(10).ttl(Duration.ofSeconds(3)).build().storeTimeout())
        .isEqualTo(Duration.ofMillis(1001));
  }

  private static void assertFault(String key, RampConfig.Builder builder) {
    assertThatThrownBy(builder::build)
        .isInstanceOfSatisfying(
            InvalidRampConfigException.class, e -> assertThat(e.key()).isEqualTo(key))
        .hasMessageStartingWith(key + " must");
  }
}
