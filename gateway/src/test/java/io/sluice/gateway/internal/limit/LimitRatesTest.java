package io.sluice.gateway.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Rate;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.PublishLimit;
import org.junit.jupiter.api.Test;

class LimitRatesTest {

  @Test
  void shouldAddWhatIsPublishedToARelativeLimit() {
    LimitRates rates = LimitRates.of(new DispatchLimit(10, 20, true, 1), 5, 7);

    assertThat(rates.messages()).isEqualTo(Rate.perSecond(15));
    assertThat(rates.bytes()).isEqualTo(Rate.perSecond(27));
  }

  @Test
  void shouldNotTurnTheLargestRelativeLimitIntoANegativeOne() {
    LimitRates rates =
        LimitRates.of(new DispatchLimit(Long.MAX_VALUE, Long.MAX_VALUE, true, 1), 5, 1e300);

    assertThat(rates.messages()).isEqualTo(Rate.perSecond(Long.MAX_VALUE));
    assertThat(rates.bytes()).isEqualTo(Rate.perSecond(Long.MAX_VALUE));
  }

  @Test
  void shouldTakePartsOfRatesAndOfBurstsWithoutRoundingUp() {
    LimitRates rates = LimitRates.of(PublishLimit.of(300, 1000)).part(1 / 3.0, 0.1);

    assertThat(LimitRates.perSecond(rates.messages())).isBetween(99.99, 100.0);
    assertThat(rates.messageBurst()).isEqualTo(100);
    assertThat(LimitRates.perSecond(rates.bytes())).isBetween(99.99, 100.0);
  }

  @Test
  void shouldTakeAPartOfOnePerMinute() {
    LimitRates oneOfSixty = LimitRates.of(PublishLimit.of(1, 0)).part(1 / 60.0, 1);

    LimitRates third = oneOfSixty.part(1 / 3.0, 1);

    assertThat(LimitRates.perSecond(third.messages())).isBetween(1 / 181.0, 1 / 180.0);
    assertThat(third.messageBurst()).isEqualTo(1);
    assertThat(third.bytes()).isEqualTo(Rate.UNLIMITED);
  }
}
