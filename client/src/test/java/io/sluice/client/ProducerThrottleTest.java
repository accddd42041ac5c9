package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.OpenTelemetry;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.PulsarClientException;
import org.junit.jupiter.api.Test;

class ProducerThrottleTest {

  private static final long TIMEOUT = TimeUnit.SECONDS.toNanos(30);

  private final ManualTime time = new ManualTime();
  private final ProducerThrottle throttle =
      new ProducerThrottle("topic", time.clock(), new ThrottledTimeMetric(OpenTelemetry.noop()));

  private void throttleFor(ThrottleReason reason, boolean holding, long millis) {
    throttle.throttled(
        reason, holding, time.nanos(), time.nanos() + TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private Throwable timeout() {
    return throttle.blame(new PulsarClientException.TimeoutException("too late", 5), TIMEOUT);
  }

  @Test
  void shouldSayWhyAndSinceAndUntilWhen() {
    throttleFor(ThrottleReason.TOPIC_QUOTA, true, 500);
    time.advanceMillis(400);
    throttleFor(ThrottleReason.RESOURCE_GROUP_QUOTA, true, 2000);
    Instant first = ManualTime.FIRST;
    assertThat(throttle.current())
        .contains(
            new Throttle(ThrottleReason.RESOURCE_GROUP_QUOTA, first, first.plusMillis(400 + 2000)));
    throttle.resumed(time.nanos());
    assertThat(throttle.current()).isEmpty();
  }

  @Test
  void shouldRefuseWhatWouldTimeOutWithinThePause() {
    throttleFor(ThrottleReason.TOPIC_QUOTA, true, 30_001);
    assertThat(throttle.refusal(TIMEOUT))
        .hasMessageContaining("TOPIC_QUOTA")
        .hasMessageContaining("30001 ms")
        .hasMessageContaining("30000 ms")
        .extracting(ProducerThrottledException::reason)
        .isEqualTo(ThrottleReason.TOPIC_QUOTA);
    time.advanceMillis(1);
    assertThat(throttle.refusal(TIMEOUT)).as("exactly the timeout").isNull();
  }

  @Test
  void shouldRefuseNothingForANoticeOrWithoutTimeout() {
    throttleFor(ThrottleReason.NODE_RATE, false, 60_000);
    assertThat(throttle.refusal(TIMEOUT)).isNull();
    throttleFor(ThrottleReason.TOPIC_QUOTA, true, 60_000);
    assertThat(throttle.refusal(0)).isNull();
    throttle.resumed(time.nanos());
    assertThat(throttle.refusal(1)).isNull();
  }

  @Test
  void shouldBlameThrottlingForMoreThanFourFifthsOfTheTimeout() {
    for (int percent : new int[] {79, 80, 81}) {
      time.advanceMillis(60_000);
      throttleFor(ThrottleReason.TOPIC_QUOTA, true, 60_000);
      time.advanceMillis(300L * percent);
      throttle.resumed(time.nanos());
      time.advanceMillis(300L * (100 - percent));
      assertThat(timeout() instanceof ProducerThrottledException)
          .as("after %d %%", percent)
          .isEqualTo(percent == 81);
    }
  }

  @Test
  void shouldBlameWhatLastsAndAddUpWhatIsOver() {
    throttleFor(ThrottleReason.TOPIC_QUOTA, true, 60_000);
    time.advanceMillis(15_000);
    throttle.resumed(time.nanos());
    time.advanceMillis(3_000);
    throttleFor(ThrottleReason.PUBLISH_BUFFER, false, 1_500);
    time.advanceMillis(12_000);
    assertThat(timeout())
        .isInstanceOfSatisfying(ProducerThrottledException.class, e -> {
          assertThat(e.reason()).isEqualTo(ThrottleReason.PUBLISH_BUFFER);
          assertThat(e.getSequenceId()).isEqualTo(5);
        })
        .hasMessageContaining("too late")
        .hasMessageContaining("27000 ms")
        .hasCauseInstanceOf(PulsarClientException.TimeoutException.class);
  }

  @Test
  void shouldLeaveOtherFailuresAsTheyAre() {
    throttleFor(ThrottleReason.TOPIC_QUOTA, true, 60_000);
    time.advanceMillis(30_000);
    Throwable other = new PulsarClientException.AlreadyClosedException("closed");
    assertThat(throttle.blame(other, TIMEOUT)).isSameAs(other);
  }
}
