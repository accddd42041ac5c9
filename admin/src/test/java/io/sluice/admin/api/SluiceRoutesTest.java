package io.sluice.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.view.RampView;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.RampUp;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** With a timer of its own, as on a node. */
class SluiceRoutesTest {

  private static final String THREAD = "sluice-admin-figures";

  @Test
  void shouldLookByItselfUntilTheServerStops() throws Exception {
    Set<Thread> others = threads(); // of servers that other tests have left running
    try (ApiServer api = new ApiServer(true)) {
      api.connections =
          List.of(Views.connection(1, Views.producer(1, "persistent://acme/orders/new", 5, 50)));

      HttpResponse<String> answer = api.get("/top/producers?by=bytes&count=5");

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(ApiServer.json(answer).get("items"))
          .asString()
          .contains("topic=persistent://acme/orders/new", "producer=p1", "client=10.0.0.1:5000");
      assertThat(threads()).hasSize(others.size() + 1);
      assertThat(api.routes.load())
          .hasValueSatisfying(load -> assertThat(load.heldBytes()).isZero());
      api.server.stop().join();
      Eventually.until("its thread has ended", () -> others.containsAll(threads()));
    }
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(THREAD))
        .collect(Collectors.toSet());
  }

  @Test
  void shouldRefuseRankingsThatThereAreNot() throws Exception {
    try (ApiServer api = new ApiServer()) {
      assertThat(api.get("/top/topics?by=size"))
          .returns(400, HttpResponse::statusCode)
          .returns(
              "by must be one of bytes, dispatch, messages, name, throttled, used, not size",
              HttpResponse::body);
      assertThat(api.get("/top/topics?count=1001").statusCode()).isEqualTo(400);
      assertThat(api.get("/top/producers?by=dispatch").statusCode()).isEqualTo(400);
    }
  }

  @Test
  void shouldShowWhereRampsStand() throws Exception {
    try (ApiServer api = new ApiServer()) {
      RampUp ramp = new RampUp(10, 110, Duration.ofSeconds(90), RampUp.Mode.ONLY_IF_USED);
      api.ramps = Map.of(
          PolicyKey.namespace("public/default"),
          new RampView(ramp, 55, 0.5, 0.25, 3),
          new PolicyKey.Group("gold"),
          new RampView(ramp, 110, 1, 0, 1));

      assertThat(api.get("/ramps").body())
          .isEqualTo("{\"items\":[{\"target\":\"group gold\",\"mode\":\"only-if-used\",\"min\":10,"
              + "\"max\":110,\"durationSeconds\":90.0,\"level\":110.0,\"factor\":1.0,\"used\":0.0,"
              + "\"nodes\":1},{\"target\":\"namespace public/default\",\"mode\":\"only-if-used\","
              + "\"min\":10,\"max\":110,\"durationSeconds\":90.0,\"level\":55.0,\"factor\":0.5,"
              + "\"used\":0.25,\"nodes\":3}]}");
    }
  }

  @Test
  void shouldShowTheNodes() throws Exception {
    try (ApiServer api = new ApiServer()) {
      assertThat(api.get("/nodes").body())
          .isEqualTo("{\"items\":[{\"name\":\"node-1\",\"serviceUrl\":\"pulsar://node-1:6650\","
              + "\"adminUrl\":\"http://node-1:8080\",\"version\":\"1.0\","
              + "\"started\":\"1970-01-01T00:00:00Z\",\"seen\":\"1970-01-01T00:00:00Z\","
              + "\"self\":true,\"up\":true,\"state\":\"ready\",\"load\":{\"messagesPerSecond\":1.5,"
              + "\"bytesPerSecond\":2.0,\"dispatchMessagesPerSecond\":3.0,"
              + "\"dispatchBytesPerSecond\":4.0,\"throttledProducers\":5,\"waitingConsumers\":6,"
              + "\"heldBytes\":7}}]}");
    }
  }

  @Test
  void shouldSayWhoAsksWhom() throws Exception {
    try (ApiServer api = new ApiServer()) {
      assertThat(api.get("/me").body())
          .isEqualTo("{\"node\":\"node-1\",\"version\":\"1.0\",\"role\":\"anonymous\","
              + "\"right\":\"change\",\"tokens\":true}");
      assertThat(api.send("GET", "/me", "", "right", "view").body())
          .contains("\"role\":\"somebody\",\"right\":\"view\"");
    }
  }
}
