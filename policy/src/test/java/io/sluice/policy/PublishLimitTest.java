package io.sluice.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.core.Rate;
import io.sluice.core.TokenBucket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PublishLimitTest {

  @Test
  void shouldTakeZeroAndMinusOneForNoLimitAsPulsarDoes() {
    assertThat(PublishLimit.of(-1, -1).isNone()).isTrue();
    assertThat(PublishLimit.of(-1, 5).messageRate()).isEqualTo(Rate.UNLIMITED);
    assertThat(PublishLimit.NONE.isNone()).isTrue();
    assertThat(PublishLimit.of(0, 5).isNone()).isFalse();
    assertThat(PublishLimit.of(0, 5).messageRate()).isEqualTo(Rate.UNLIMITED);
    assertThat(PublishLimit.of(0, 5).byteRate()).isEqualTo(Rate.perSecond(5));
  }

  @Test
  void shouldCountItsBurstInWhatIsEarnedInThatTime() {
    PublishLimit limit = PublishLimit.of(1000, 3).withBurst(Duration.ofMillis(100));

    assertThat(limit.messageBurst()).isEqualTo(100);
    assertThat(limit.byteBurst()).as("at least one").isEqualTo(1);
    assertThat(PublishLimit.of(Long.MAX_VALUE, 0).messageBurst()).isEqualTo(TokenBucket.MAX_TOKENS);
  }

  @Test
  void shouldRefuseWhatIsNoLimit() {
    assertThatThrownBy(() -> PublishLimit.of(-2, 0)).hasMessageContaining("messages");
    assertThatThrownBy(() -> PublishLimit.of(0, -2)).hasMessageContaining("bytes");
    assertThatThrownBy(() -> PublishLimit.NONE.withBurst(Duration.ZERO))
        .hasMessageContaining("burst");
    assertThatThrownBy(() -> PublishLimit.NONE.withBurst(Duration.ofHours(2)))
        .hasMessageContaining("burst");
  }
}
