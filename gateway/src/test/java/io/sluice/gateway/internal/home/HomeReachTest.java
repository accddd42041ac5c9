package io.sluice.gateway.internal.home;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.config.HomeNode;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HomeReachTest {

  private final HomeReach reach = new HomeReach();

  private static HomeNode home(String id, long arrivals) {
    return new HomeNode(
        id, id, Optional.of("pulsar://" + id + ":6650"), Optional.empty(), arrivals);
  }

  private static long seconds(double seconds) {
    return (long) (seconds * TimeUnit.SECONDS.toNanos(1));
  }

  private void send(int count, long arrivals, double atSeconds) {
    for (int i = 0; i < count; i++) {
      assertThat(reach.send(home("a", arrivals), seconds(atSeconds))).isTrue();
    }
  }

  @Test
  void shouldSendAsManyAsComeWhileTheyArrive() {
    long arrivals = 0;
    for (double at = 0; at < 100; at += 2) {
      send(50, arrivals, at);
      arrivals += 50;
    }
  }

  @Test
  void shouldSendNobodyForAMinuteWhenNobodyArrives() {
    send(5, 7, 0);

    assertThat(reach.send(home("a", 7), seconds(5.9))).isTrue();
    assertThat(reach.send(home("a", 7), seconds(6))).isFalse();
    assertThat(reach.send(home("b", 0), seconds(6))).as("another home").isTrue();
    assertThat(reach.send(home("a", 7), seconds(65.9))).isFalse();
    assertThat(reach.send(home("a", 7), seconds(66))).isTrue();
  }

  @Test
  void shouldSendAgainWhenOneHasArrived() {
    send(5, 7, 0);
    assertThat(reach.send(home("a", 7), seconds(6))).isFalse();

    send(5, 8, 7);
  }

  @Test
  void shouldDoubtAHomeAlsoIfFewAreSent() {
    send(1, 0, 0);
    send(1, 0, 10);
    send(1, 0, 20);
    send(2, 0, 30);
    assertThat(reach.send(home("a", 0), seconds(40))).isFalse();
  }

  @Test
  void shouldForgetAHomeThatIsGone() {
    send(5, 0, 0);
    assertThat(reach.send(home("a", 0), seconds(6))).isFalse();

    reach.retain(Set.of("b"));

    send(5, 0, 7);
  }
}
