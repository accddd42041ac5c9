package io.sluice.gateway.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Rate;
import io.sluice.policy.DispatchLimit;
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
}
