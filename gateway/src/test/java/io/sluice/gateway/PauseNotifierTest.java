package io.sluice.gateway;

import static io.sluice.gateway.LimitedGateway.NOISY;
import static io.sluice.gateway.LimitedGateway.ONE_PER_SECOND;
import static io.sluice.gateway.LimitedGateway.QUIET;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.view.PauseReason;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandThrottleProducer;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A connection that is not read is told why, though there is nothing that it could do about it. */
class PauseNotifierTest {

  private static final int MEGABYTE = 1 << 20;

  @ParameterizedTest
  @EnumSource(
      value = PauseReason.class,
      names = "NODE_HELD_BYTES",
      mode = EnumSource.Mode.EXCLUDE) // which differs from HELD_BYTES in the budget alone
  void shouldTellEveryProducerWhileTheConnectionIsPaused(PauseReason reason) throws Exception {
    try (LimitedGateway limited = gateway(reason);
        Peer client = Peer.awareOf(limited.gateway)) {
      limited.answers = false;
      if (reason == PauseReason.HELD_BYTES) {
        limited.limit(NOISY, ONE_PER_SECOND); // before it is used, or it could be in force too late
      }
      limited.open(client, 1, NOISY);
      limited.open(client, 2, QUIET);
      overdo(reason, client);

      assertThat(toldOf(reason, client)).containsExactly(1L, 2L);
      assertThat(limited.connection().paused()).containsOnlyKeys(reason);
      assertThat(toldOf(reason, client)).as("told again while it lasts").containsExactly(1L, 2L);
    }
  }

  private static void overdo(PauseReason reason, Peer client) throws IOException {
    if (reason == PauseReason.HELD_BYTES) {
      LimitedGateway.useUpTheLimit(client, 1);
    }
    for (int i = 1; i <= 12; i++) {
      client.send(Commands.send(1, i, MEGABYTE / 4));
    }
  }

  /** The producers that were told this, in the order of their ids. */
  private static Set<Long> toldOf(PauseReason reason, Peer client) throws IOException {
    Set<Long> producers = new TreeSet<>();
    while (producers.size() < 2) {
      CommandThrottleProducer told =
          client.skipTo(BaseCommand.Type.THROTTLE_PRODUCER).getThrottleProducer();
      if (told.getThrottlingReason() != ThrottlingReason.TopicProduceQuotaExceeded) {
        assertThat(told.getThrottlingReason()).isEqualTo(reason.wireReason());
        assertThat(told.getPauseForMillis()).isZero();
        producers.add(told.getProducerId());
      }
    }
    return producers;
  }

  private static LimitedGateway gateway(PauseReason reason) throws IOException {
    return reason == PauseReason.NODE_RATE
        ? new LimitedGateway(NodeLimits.publish(1, 0))
        : new LimitedGateway(settings(reason));
  }

  private static PublishSettings settings(PauseReason reason) {
    return new PublishSettings(
        0,
        0,
        true,
        reason == PauseReason.PENDING_PUBLISHES ? 10 : 1000,
        reason == PauseReason.PUBLISH_BUFFER ? 2 : 0,
        reason == PauseReason.HELD_BYTES ? MEGABYTE : 100 * MEGABYTE,
        0,
        0,
        100,
        100);
  }
}
