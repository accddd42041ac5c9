package io.sluice.gateway;

import static io.sluice.gateway.LimitedGateway.NOISY;
import static io.sluice.gateway.LimitedGateway.QUIET;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.internal.limit.NodeDispatchLimiter;
import io.sluice.gateway.view.ConnectionView.ConsumerView;
import io.sluice.gateway.view.ConnectionView.WithheldView;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.protocol.wire.BaseCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a node delivers at most holds for all of its consumers together, on real frames. */
class NodeDispatchTest {

  private static final int PER_SECOND = 200;

  @SuppressWarnings("NullAway.Init") // every test begins with it
  private LimitedGateway limited;

  private void start(NodeLimits node) throws IOException {
    limited = new LimitedGateway(node);
    limited.dispatches = true;
  }

  @AfterEach
  void stop() throws Exception {
    limited.gateway.close(); // with the consumers, whose permits are then forgotten
    Gateways.until("no permits are withheld", () -> limited.withheld() == 0);
    assertThat(node().waiting()).isZero();
    limited.close();
  }

  private NodeDispatchLimiter node() {
    return limited.gateway.node().dispatchLimits().node();
  }

  /** A consumer of its own connection, whose client would take so many messages at once. */
  private Peer consumer(String topic, int permits) throws IOException {
    Peer client = Peer.acceptedBy(limited.gateway);
    limited.subscribe(client, 1, topic);
    client.send(Commands.flow(1, permits));
    return client;
  }

  private static void receive(Peer client, int messages) throws IOException {
    for (int i = 0; i < messages; i++) {
      client.expect(BaseCommand.Type.MESSAGE);
    }
  }

  private Stream<ConsumerView> consumers() {
    return Gateways.connections(limited.gateway).stream()
        .flatMap(connection -> connection.consumers().stream());
  }

  @Test
  void shouldDeliverAtTheRateOfTheNodeWhateverTopicsAndConnectionsThereAre() throws Exception {
    start(NodeLimits.dispatch(PER_SECOND, 0));
    long start = System.nanoTime();
    try (Peer one = consumer(NOISY, PER_SECOND);
        Peer other = consumer(QUIET, PER_SECOND)) {
      for (Peer peer : List.of(one, other)) {
        receive(peer, PER_SECOND);
      }

      // Half of it is the burst; a window, a tenth of a second's worth, may be ahead.
      assertThat(System.nanoTime() - start).isGreaterThan(Duration.ofMillis(800).toNanos());
      assertThat(consumers().mapToLong(ConsumerView::messages)).containsOnly((long) PER_SECOND);
    }
  }

  @Test
  void shouldDeliverAtTheByteRateOfTheNode() throws Exception {
    start(NodeLimits.dispatch(0, 10L * PER_SECOND)); // of messages of ten bytes
    long start = System.nanoTime();
    try (Peer client = consumer(NOISY, 2 * PER_SECOND)) {
      receive(client, 2 * PER_SECOND);

      assertThat(System.nanoTime() - start).isGreaterThan(Duration.ofMillis(800).toNanos());
    }
  }

  @Test
  void shouldSayThatTheConsumerWaitsForTheNode() throws Exception {
    start(NodeLimits.dispatch(1, 0));
    try (Peer one = consumer(NOISY, 100);
        Peer other = consumer(QUIET, 100)) {
      receive(one, 1);
      receive(other, 1);
      Gateways.until("a consumer waits", () -> consumers()
          .anyMatch(consumer -> consumer.withheld().isPresent()));

      WithheldView withheld = consumers()
          .flatMap(consumer -> consumer.withheld().stream())
          .findFirst()
          .orElseThrow();

      assertThat(withheld.kind()).isEqualTo(PolicyKind.DISPATCH);
      assertThat(withheld.origin()).isEqualTo(PolicyKey.NODE);
    }
  }

  @Test
  void shouldOnlyCountWhatTheLimitWouldHaveDoneInShadowMode() throws Exception {
    start(NodeLimits.dispatch(10, 0).inShadow());
    try (Peer client = consumer(NOISY, 1000)) {
      receive(client, 1000);

      assertThat(node().counts().admitted()).isEqualTo(1000);
      assertThat(node().counts().shadowThrottled()).isBetween(900L, 990L);
    }
  }

  @Test
  void shouldPassPermitsAsTheyAreWhereTheNodeHasNoLimit() throws Exception {
    start(NodeLimits.publish(1, 1));
    try (Peer client = consumer(NOISY, 1000)) {
      receive(client, 1000);

      assertThat(limited.broker.receivedOf(BaseCommand.Type.FLOW)).hasSize(1);
      assertThat(node().counts().admitted()).isZero();
    }
  }
}
