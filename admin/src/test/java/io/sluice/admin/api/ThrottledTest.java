package io.sluice.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.ConnectionView.ProducerView;
import io.sluice.gateway.view.ConnectionView.ThrottleView;
import io.sluice.gateway.view.PauseReason;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    return of(CONNECTIONS, part, "since", false, page);
  }

  private static Throttled of(
      List<ConnectionView> connections, String part, String by, boolean down, Page page) {
    return Throttled.of(
        Across.one("node-1"),
        connections,
        new LimitsNow(Policies.NONE, Map.of()),
        new Throttled.Wanted(part, by, down, page));
  }

  @Test
  void shouldFindNamesInWhicheverCaseTheyAreWritten() {
    assertThat(throttled("P7", ALL).producers())
        .extracting(Throttled.ThrottledProducer::producer)
        .containsExactly("p7");
  }

  @Test
  void shouldShowWhoWaitsWithThoseWhoHaveWaitedLongestFirst() {
    Throttled throttled = throttled("", ALL);

    assertThat(throttled.producers())
        .extracting(Throttled.ThrottledProducer::producer)
        .containsExactly("p7", "p1");
    Throttled.ThrottledProducer first = throttled.producers().get(0);
    assertThat(first.topic()).isEqualTo(BILLS);
    assertThat(first.client()).isEqualTo("10.0.0.2:5000");
    assertThat(first.connection()).isEqualTo(2);
    assertThat(first.origin()).isEqualTo("topic " + BILLS);
    assertThat(first.since()).isEqualTo("2026-01-02T03:04:05Z");
    assertThat(first.heldFrames()).isEqualTo(120);
    assertThat(first.heldBytes()).isEqualTo(60_000);
    assertThat(first.oldestMillis()).isEqualTo(60_000);
    assertThat(first.told()).isFalse();
    assertThat(throttled.totals()).isEqualTo(new Throttled.Totals(2, 0, 2, 126, 63_000));
  }

  @Test
  void shouldShowWhichConsumersWait() {
    List<ConnectionView> connections =
        List.of(Views.consuming(5, ORDERS), Views.consuming(6, BILLS));

    Throttled throttled = of(connections, "orders", "since", false, ALL);

    assertThat(throttled.consumers())
        .containsExactly(new Throttled.WithheldConsumer(
            "node-1",
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
    assertThat(of(connections, "slow", "since", false, ALL).consumers()).hasSize(2);
  }

  @Test
  void shouldShowWhichConnectionsAreNotReadAndWhy() {
    assertThat(throttled("", ALL).connections())
        .containsExactly(
            new Throttled.PausedConnection(
                "node-1",
                "10.0.0.3:5000",
                3,
                List.of(new Throttled.Reason("node_rate", "2026-01-02T03:04:04Z"))),
            new Throttled.PausedConnection(
                "node-1",
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
        .extracting(Throttled.ThrottledProducer::producer)
        .containsExactly("p1");
    assertThat(second.connections())
        .extracting(Throttled.PausedConnection::connection)
        .containsExactly(2L);
  }

  @ParameterizedTest
  @CsvSource({
    "since, p2 p1 p3",
    "topic, p2 p3 p1",
    "producer, p1 p2 p3",
    "client, p2 p1 p3",
    "limit, p3 p1 p2",
    "heldFrames, p3 p1 p2",
    "heldBytes, p3 p2 p1"
  })
  void shouldSortByAnyColumnEitherWay(String by, String names) {
    List<ConnectionView> connections = List.of(
        Views.connection(5, held("p1", "orders", "orders", 5, 10, 30)),
        Views.connection(4, held("p2", BILLS, "zebra", 0, 11, 20)),
        Views.connection(6, held("p3", BILLS, "apple", 5.5, 9, 10)));
    List<String> expected = Arrays.asList(names.split(" ", -1));

    assertThat(names(of(connections, "", by, false, ALL))).isEqualTo(expected);
    Collections.reverse(expected);
    List<String> down = names(of(connections, "", by, true, ALL));
    if (by.equals("topic")) {
      assertThat(down).as("both of the same by time").containsExactly("p1", "p2", "p3");
    } else {
      assertThat(down).isEqualTo(expected);
    }
  }

  private static List<String> names(Throttled throttled) {
    return throttled.producers().stream()
        .map(Throttled.ThrottledProducer::producer)
        .toList();
  }

  private static ProducerView held(
      String name, String topic, String limit, double sinceSeconds, int frames, long bytes) {
    return new ProducerView(
        1,
        topic,
        name,
        0,
        0,
        0,
        Duration.ZERO,
        Optional.of(new ThrottleView(
            PublishLimit.of(1, 0),
            PolicyKey.topic(limit),
            Views.SINCE.plusMillis((long) (1000 * sinceSeconds)),
            frames,
            bytes,
            Duration.ofSeconds(1),
            name.equals("p1"))));
  }

  @Test
  void shouldSayWhoWasToldAndShowFullNames() {
    List<ConnectionView> connections =
        List.of(Views.connection(5, held("p1", "orders", "orders", 5, 10, 30)));

    Throttled.ThrottledProducer told =
        of(connections, "persistent://", "since", false, ALL).producers().get(0);

    assertThat(told.told()).isTrue();
    assertThat(told.topic()).isEqualTo(ORDERS);
  }

  @Test
  void shouldSortConsumersAndConnectionsByWhatTheyHaveAndByTimeOtherwise() {
    List<ConnectionView> connections = List.of(
        Views.consuming(5, BILLS),
        Views.consuming(6, ORDERS),
        Views.connection(7, Map.of(PauseReason.NODE_RATE, Views.SINCE)),
        Views.connection(8, Map.of(PauseReason.NODE_RATE, Views.SINCE.minusSeconds(1))));

    Throttled byTopic = of(connections, "", "topic", true, ALL);
    assertThat(byTopic.consumers())
        .extracting(Throttled.WithheldConsumer::topic)
        .containsExactly(ORDERS, BILLS);
    assertThat(byTopic.connections())
        .extracting(Throttled.PausedConnection::connection)
        .as("longest first, whatever the order of others")
        .containsExactly(8L, 7L);
    Throttled byBytes = of(connections, "", "heldBytes", true, ALL);
    assertThat(byBytes.consumers())
        .extracting(Throttled.WithheldConsumer::topic)
        .containsExactly(BILLS, ORDERS);
    assertThat(of(connections, "", "client", true, ALL).connections())
        .extracting(Throttled.PausedConnection::connection)
        .containsExactly(8L, 7L);
    assertThat(of(connections, "", "client", false, ALL).connections())
        .extracting(Throttled.PausedConnection::connection)
        .containsExactly(7L, 8L);
  }

  @Test
  void shouldAnswerOverHttp() throws Exception {
    try (ApiServer api = new ApiServer()) {
      api.connections = CONNECTIONS;
      api.timer.advance(Duration.ofSeconds(1));

      assertThat(api.get("/throttled?contains=bills&count=5").body())
          .startsWith(
              "{\"node\":\"node-1\",\"totals\":{\"producers\":1,\"consumers\":0,\"connections\":1,")
          .contains(
              "\"limit\":{\"messages\":10,\"bytes\":0,\"burstMillis\":1000,\"enforce\":true}");
      assertThat(api.get("/throttled?by=producer&order=down&count=1").body())
          .contains("\"producer\":\"p7\"")
          .doesNotContain("\"producer\":\"p1\"");
      int looks = api.looks.get();
      for (int i = 0; i < 20; i++) {
        assertThat(api.get("/throttled").statusCode()).isEqualTo(200);
      }
      assertThat(api.looks).as("a request is no look at the gateway").hasValue(looks);
      assertThat(api.get("/throttled?kind=x").statusCode()).isEqualTo(400);
      assertThat(api.get("/throttled?by=x").statusCode()).isEqualTo(400);
      assertThat(api.get("/throttled?order=x").statusCode()).isEqualTo(400);
    }
  }
}
