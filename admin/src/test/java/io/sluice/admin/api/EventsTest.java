package io.sluice.admin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpObject;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import io.sluice.admin.figures.Figures;
import io.sluice.admin.figures.Sampler;
import io.sluice.admin.http.Refusal;
import io.sluice.core.testing.ManualClock;
import io.sluice.core.testing.ManualTimer;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.view.PauseReason;
import io.sluice.policy.Policies;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.json.PolicyJson;
import io.sluice.policy.json.StrictJson;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

@Timeout(60)
class EventsTest {

  private static final String ORDERS = "persistent://public/default/orders";
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void shouldTellFiguresOnceASecond() throws Exception {
    try (ApiServer api = new ApiServer()) {
      api.connections = List.of(
          Views.connection(1, Views.producer(1, ORDERS, 0, 0)),
          Views.connection(2, Map.of(PauseReason.HELD_BYTES, Views.SINCE)));
      CompletableFuture<java.net.http.HttpResponse<Stream<String>>> opened = api.open("/events");
      Eventually.until("the request has arrived", api.routes.sampler()::isWanted);
      api.timer.advance(Duration.ZERO);
      api.connections = List.of(
          Views.connection(1, Views.producer(1, ORDERS, 5, 50)),
          Views.connection(
              2,
              Map.of(PauseReason.HELD_BYTES, Views.SINCE),
              Views.held(3, ORDERS, Duration.ofSeconds(4))),
          Views.consuming(3, ORDERS, Views.consumer(1, ORDERS, 7, 70)));
      api.timer.advance(SECOND);

      java.net.http.HttpResponse<Stream<String>> response = opened.get(20, TimeUnit.SECONDS);
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().firstValue("content-type"))
          .hasValueSatisfying(type -> assertThat(type).startsWith("text/event-stream"));
      Iterator<String> lines = response.body().iterator();
      Map<?, ?> first = event(lines);
      assertThat(first.get("node")).isEqualTo("node-1");
      assertThat(first.get("messagesPerSecond")).isEqualTo(5.0);
      assertThat(first.get("dispatchMessagesPerSecond")).isEqualTo(7.0);
      assertThat(first.get("dispatchBytesPerSecond")).isEqualTo(70.0);
      assertThat(first.get("connections")).isEqualTo(3);
      assertThat(first.get("producers")).isEqualTo(2);
      assertThat(first.get("consumers")).isEqualTo(3);
      assertThat(first.get("throttledProducers")).isEqualTo(1);
      assertThat(first.get("waitingConsumers")).isEqualTo(1);
      assertThat(first.get("nodeLimit")).as("there is none").isNull();
      assertThat(first.get("heldFrames")).isEqualTo(8);
      assertThat(first.get("heldBytes")).isEqualTo(4000);
      assertThat(first.get("paused")).asString().contains("held_bytes=1", "node_rate=0");
      assertThat(first.get("topTopics")).asString().contains("topic=" + ORDERS);

      api.timer.advance(SECOND);
      assertThat(event(lines).get("messagesPerSecond")).isEqualTo(0.0);

      assertThat(Objects.requireNonNull(api.last).requestTimeoutMillis())
          .as("no timeout ends it")
          .isZero();
      api.server.stop().join();
      assertThat(lines.hasNext()).as("it ends with the server").isFalse();
    }
  }

  @Test
  void shouldTellFiguresAlsoWhileThePoliciesAreBeingRead() throws Exception {
    try (ApiServer api = new ApiServer()) {
      api.unknownBecause = Optional.of("the policies are being read");
      CompletableFuture<java.net.http.HttpResponse<Stream<String>>> opened = api.open("/events");
      Eventually.until("the request has arrived", api.routes.sampler()::isWanted);
      api.timer.advance(Duration.ZERO);
      api.timer.advance(SECOND);

      Iterator<String> lines = opened.get(20, TimeUnit.SECONDS).body().iterator();
      api.server.stop().join(); // so that one that is not told ends, too
      assertThat(lines).hasNext();
      assertThat(event(lines).get("connections")).isEqualTo(0);
    }
  }

  @Test
  void shouldTellWhatTheNodeMayPublish() {
    Figures figures = new Figures(Views.SINCE, 1, List.of(), Map.of(), 0, Map.of());

    Live live = Live.of(
        "node-1", figures, new LimitsNow(Policies.NONE, Map.of()), NodeLimits.publish(500, 0));

    assertThat(live.nodeLimit()).isEqualTo(PolicyJson.of(PublishLimit.of(500, 0)));
    assertThat(live.topTopics()).isEmpty();
  }

  private static Live live(Figures figures) {
    return Live.of("node-1", figures, new LimitsNow(Policies.NONE, Map.of()), NodeLimits.NONE);
  }

  private static Map<?, ?> event(Iterator<String> lines) throws Exception {
    assertThat(lines.next()).isEqualTo("event: figures");
    String data = lines.next();
    assertThat(data).startsWith("data: ");
    assertThat(lines.next()).isEmpty();
    return StrictJson.mapper().readValue(data.substring("data: ".length()), Map.class);
  }

  @Test
  void shouldRefuseMoreStreamsThanThereMayBe() {
    ManualClock clock = new ManualClock();
    ManualTimer timer = new ManualTimer(clock);
    try (Sampler sampler = new Sampler(
            () -> CompletableFuture.completedFuture(List.of()),
            timer,
            clock,
            InstantSource.system(),
            (look, figures) -> {});
        Events events = new Events(sampler, EventsTest::live)) {
      List<HttpResponse> streams = new ArrayList<>();
      for (int i = 0; i < Events.MOST_STREAMS; i++) {
        streams.add(events.open());
      }
      assertThatThrownBy(events::open)
          .isInstanceOfSatisfying(
              Refusal.class, refusal -> assertThat(refusal.status().code()).isEqualTo(503));

      streams.get(0).abort();
      streams.set(0, events.open());

      streams.forEach(HttpResponse::abort);
      timer.advance(Duration.ofSeconds(60));
      assertThat(sampler.isWanted()).as("no stream is left").isFalse();
    }
  }

  @Test
  void shouldEndAStreamThatIsNotReadAndKeepNothingForIt() throws Exception {
    HttpResponseWriter response = HttpResponse.streaming();
    EventStream stream = new EventStream(response);
    Reader reader = new Reader();
    response.subscribe(reader);
    reader.request(1);
    stream.send(HttpData.ofUtf8("1"));
    awaitAllRead(response);

    stream.send(HttpData.ofUtf8("2")); // waits
    for (int i = 0; i < EventStream.MOST_LEFT_OUT; i++) {
      stream.send(HttpData.ofUtf8("left out"));
      assertThat(response.isOpen()).isTrue();
    }
    stream.send(HttpData.ofUtf8("one too many"));

    assertThat(response.isOpen()).isFalse();
    assertThat(response.whenComplete()).failsWithin(Duration.ofSeconds(20));
    assertThat(reader.seen).hasSize(1);
  }

  @Test
  void shouldGoOnWithOneThatWasSlowForAWhile() throws Exception {
    HttpResponseWriter response = HttpResponse.streaming();
    EventStream stream = new EventStream(response);
    Reader reader = new Reader();
    response.subscribe(reader);
    stream.send(HttpData.ofUtf8("1"));
    stream.send(HttpData.ofUtf8("left out"));

    reader.request(10);
    awaitAllRead(response);
    stream.send(HttpData.ofUtf8("3"));

    awaitAllRead(response);
    stream.close();
    assertThat(response.whenComplete()).succeedsWithin(Duration.ofSeconds(20));
    assertThat(reader.seen).containsExactly("1", "3");
  }

  /** That the reader has seen it is not enough: the stream hears of it after that. */
  private static void awaitAllRead(HttpResponseWriter response) {
    assertThat(response.whenConsumed()).succeedsWithin(Duration.ofSeconds(20));
  }

  private static final class Reader implements Subscriber<HttpObject> {

    private final CompletableFuture<Subscription> subscription = new CompletableFuture<>();
    private final List<String> seen = new CopyOnWriteArrayList<>();

    void request(long count) {
      subscription.join().request(count);
    }

    @Override
    public void onSubscribe(Subscription made) {
      subscription.complete(made);
    }

    @Override
    public void onNext(HttpObject object) {
      seen.add(((HttpData) object).toStringUtf8());
    }

    @Override
    public void onError(Throwable fault) {}

    @Override
    public void onComplete() {}
  }
}
