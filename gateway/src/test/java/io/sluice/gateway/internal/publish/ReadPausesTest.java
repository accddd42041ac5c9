package io.sluice.gateway.internal.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.view.PauseReason;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReadPausesTest {

  private static final PauseReason EARLIER = PauseReason.NODE_RATE;
  private static final PauseReason LATER = PauseReason.HELD_BYTES;

  /** Goes on with every reading, as the real one may. */
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1500);

  private final ReadPauses pauses = new ReadPauses(
      new FakeConnection(),
      new PublishMetrics(),
      () -> nanos.getAndAdd(1000),
      (paused, reason) -> {});

  @Test
  void shouldNameTheReasonThatIsThereForLongestWhileTheClockGoesOn() {
    pauses.pause(EARLIER);
    nanos.addAndGet(-900);
    pauses.pause(LATER);

    assertThat(pauses.longest()).contains(EARLIER);
  }

  @Test
  void shouldShowAllReasonsAsOfOneMoment() {
    pauses.pause(EARLIER);
    nanos.addAndGet(-1000);
    pauses.pause(LATER);

    Map<PauseReason, Instant> since = pauses.view(Instant.EPOCH);
    assertThat(since).hasSize(2);
    assertThat(since.get(LATER)).isEqualTo(since.get(EARLIER));
  }
}
