package io.sluice.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.ConnectionView;
import io.sluice.gateway.PauseReason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThrottledTest {

  private static final String ORDERS = "persistent://public/default/orders";
  private static final String BILLS = "persistent://public/default/bills";
  private static final Page ALL = new Page(0, 100);

  private static final List<ConnectionView> CONNECTIONS = List.of(
      Views.connection(
          1, Views.held(1, ORDERS, Duration.ofSeconds(3)), Views.producer(2, BILLS, 1, 1)),
      Views.connection(
          2,
          Map.of(
              PauseReason.NODE_RATE,
              Views.SINCE.plusSeconds(2),
              PauseReason.HELD_BYTES,
              Views.SINCE),
          Views.held(7, BILLS, Duration.ofSeconds(60))),
      Views.connection(3, Map.of(PauseReason.NODE_RATE, Views.SINCE.minusSeconds(1))),
      Views.connection(4, Views.producer(1, ORDERS, 1, 1)));

  private static Throttled throttled(String part, Page page) {
    return Throttled.of("node-1", CONNECTIONS, part, page);
  }

  @Test
  void shouldShowWhoWaitsWithThoseWhoHaveWaitedLongestFirst() {
    Throttled throttled = throttled("", ALL);

    assertThat(throttled.producers())
        .extracting(Throttled.HeldProducer::producer)
        .containsExactly("p7", "p1");
    Throttled.HeldProducer first = throttled.producers().get(0);
    assertThat(first.topic()).isEqualTo(BILLS);
    assertThat(first.client()).isEqualTo("10.0.0.2:5000");
    assertThat(first.connection()).isEqualTo(2);
    assertThat(first.origin()).isEqualTo("topic " + BILLS);
    assertThat(first.since()).isEqualTo("2026-01-02T03:04:05Z");
    assertThat(first.heldFrames()).isEqualTo(120);
    assertThat(first.heldBytes()).isEqualTo(60_000);
    assertThat(first.oldestMillis()).isEqualTo(60_000);
    assertThat(throttled.totals()).isEqualTo(new Throttled.Totals(2, 0, 2, 126, 63_000));
  }

  @Test
  void shouldShowWhichConsumersWait() {
    List<ConnectionView> connections =
        List.of(Views.consuming(5, ORDERS), Views.consuming(6, BILLS));

    Throttled throttled = Throttled.of("node-1", connections, "orders", ALL);

    assertThat(throttled.consumers())
        .containsExactly(new Throttled.WithheldConsumer(
            ORDERS,
            "slow",
            "c2",
            "10.0.0.5:5000",
            5,
            "group",
            "group gold",
            "2026-01-02T03:04:05Z",
            500));
    assertThat(throttled.totals().consumers()).isEqualTo(1);
    assertThat(Throttled.of("node-1", connections, "slow", ALL).consumers()).hasSize(2);
  }

  @Test
  void shouldShowWhichConnectionsAreNotReadAndWhy() {
    assertThat(throttled("", ALL).connections())
        .containsExactly(
            new Throttled.PausedConnection(
                "10.0.0.3:5000",
                3,
                List.of(new Throttled.Reason("node_rate", "2026-01-02T03:04:04Z"))),
            new Throttled.PausedConnection(
                "10.0.0.2:5000",
                2,
                List.of(
                    new Throttled.Reason("held_bytes", "2026-01-02T03:04:05Z"),
                    new Throttled.Reason("node_rate", "2026-01-02T03:04:07Z"))));
  }

  @Test
  void shouldShowOnlyWhatIsWantedAndCountAllOfIt() {
    Throttled orders = throttled("orders", ALL);
    assertThat(orders.totals()).isEqualTo(new Throttled.Totals(1, 0, 0, 6, 3000));

    Throttled client = throttled("10.0.0.2:", ALL);
    assertThat(client.totals()).isEqualTo(new Throttled.Totals(1, 0, 1, 120, 60_000));

    Throttled second = throttled("", new Page(1, 1));
    assertThat(second.totals().producers()).isEqualTo(2);
    assertThat(second.producers())
        .extracting(Throttled.HeldProducer::producer)
        .containsExactly("p1");
    assertThat(second.connections())
        .extracting(Throttled.PausedConnection::connection)
        .containsExactly(2L);
  }

  @Test
  void shouldAnswerOverHttp() throws Exception {
    try (ApiServer api = new ApiServer()) {
      api.connections = CONNECTIONS;

      assertThat(api.get("/throttled?contains=bills&count=5").body())
          .startsWith(
              "{\"node\":\"node-1\",\"totals\":{\"producers\":1,\"consumers\":0,\"connections\":1,")
          .contains(
              "\"limit\":{\"messages\":10,\"bytes\":0,\"burstMillis\":1000,\"enforce\":true}");
      assertThat(api.get("/throttled?kind=x").statusCode()).isEqualTo(400);
    }
  }
}
