package io.sluice.rampredis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisConnectionException;
import org.junit.jupiter.api.Test;

class ConnectionFaultTest {

  @Test
  void shouldTellALostReasonFromOneThatIsGiven() {
    Throwable lost = new RedisConnectionException(
        "Unable to connect", new IllegalStateException("RedisHandshakeHandler not registered"));
    Throwable given =
        new RedisConnectionException("Unable to connect", new IllegalStateException("WRONGPASS"));

    assertThat(ConnectionFault.hasNoReason(lost)).isTrue();
    assertThat(ConnectionFault.hasNoReason(given)).isFalse();
  }
}
