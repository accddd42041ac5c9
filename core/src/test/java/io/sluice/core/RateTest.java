package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void shouldRejectRatesThatAreNotPositive(long tokens) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rate.perSecond(tokens))
        .withMessageContaining("at least 1 token")
        .withMessageContaining(Long.toString(tokens))
        .withMessageContaining("Rate.UNLIMITED");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1})
  void shouldRejectPeriodsThatAreNotPositive(long periodNanos) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Rate(5, periodNanos))
        .withMessageContaining("period must be at least 1 ns, not " + periodNanos);
  }

  @Test
  void shouldRejectMoreThanLongMaxPerSecond() {
    long mostPerMilli = Long.MAX_VALUE / 1000;

    assertThat(Rate.of(mostPerMilli, Duration.ofMillis(1)).tokens()).isEqualTo(mostPerMilli);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rate.of(mostPerMilli + 1, Duration.ofMillis(1)))
        .withMessageContaining("at most " + mostPerMilli);
    assertThat(Rate.perSecond(Long.MAX_VALUE).isUnlimited()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {200_000, -200_000})
  void shouldRejectPeriodsThatDoNotFit(long days) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rate.of(1, Duration.ofDays(days)))
        .withMessageContaining("under 292 years");
  }

  @Test
  void shouldKnowWhatItEarns() {
    assertThat(Rate.perSecond(1500).tokensIn(10_000_000)).isEqualTo(15);
    assertThat(Rate.of(1, Duration.ofDays(1)).tokensIn(1_000_000_000)).isEqualTo(1);
    assertThat(Rate.UNLIMITED.tokensIn(1)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldReadAsWhatItIs() {
    assertThat(Rate.of(90, Duration.ofMinutes(1))).hasToString("90 per PT1M");
    assertThat(Rate.UNLIMITED).hasToString("unlimited");
  }
}
