package io.sluice.rampredis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisConnectionException;
import org.junit.jupiter.api.Test;

class ConnectionFaultTest {

  @Test
  void shouldTellALostReasonFromOneThatIsGiven() {
    Throwable lost = new RedisConnectionException(
        "Unable to connect", new IllegalStateException("RedisHandshakeHandler not registered"));
    Throwable cutOff = new RedisConnectionException(
        "Unable to connect", new RedisConnectionException("Connection closed prematurely"));
    Throwable given =
        new RedisConnectionException("Unable to connect", new IllegalStateException("WRONGPASS"));

    assertThat(ConnectionFault.hasNoReason(lost)).isTrue();
    assertThat(ConnectionFault.hasNoReason(cutOff)).isTrue();
    assertThat(ConnectionFault.hasNoReason(given)).isFalse();
  }
}
