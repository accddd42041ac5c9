package io.sluice.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** With a timer of its own, as on a node. */
class SluiceRoutesTest {

  private static final String THREAD = "sluice-admin-figures";

  @Test
  void shouldHaveAThreadOnlyWhileThereIsAnythingToDoForIt() throws Exception {
    try (ApiServer api = new ApiServer(true)) {
      api.connections =
          List.of(Views.connection(1, Views.producer(1, "persistent://acme/orders/new", 5, 50)));
      assertThat(hasThread()).isFalse();

      HttpResponse<String> answer = api.get("/top/producers?by=bytes&count=5");

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(ApiServer.json(answer).get("items"))
          .asString()
          .contains("topic=persistent://acme/orders/new", "producer=p1", "client=10.0.0.1:5000");
      assertThat(hasThread()).isTrue();
      api.server.stop().join();
      Eventually.until("its thread has ended", () -> !hasThread());
    }
  }

  private static boolean hasThread() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().startsWith(THREAD));
  }

  @Test
  void shouldRefuseRankingsThatThereAreNot() throws Exception {
    try (ApiServer api = new ApiServer()) {
      assertThat(api.get("/top/topics?by=size"))
          .returns(400, HttpResponse::statusCode)
          .returns("by must be one of bytes, messages, throttled, not size", HttpResponse::body);
      assertThat(api.get("/top/topics?count=1001").statusCode()).isEqualTo(400);
    }
  }

  @Test
  void shouldShowTheNodes() throws Exception {
    try (ApiServer api = new ApiServer()) {
      assertThat(api.get("/nodes").body())
          .isEqualTo("{\"items\":[{\"name\":\"node-1\",\"serviceUrl\":\"pulsar://node-1:6650\","
              + "\"adminUrl\":\"http://node-1:8080\",\"version\":\"1.0\","
              + "\"started\":\"1970-01-01T00:00:00Z\",\"seen\":\"1970-01-01T00:00:00Z\","
              + "\"self\":true,\"state\":\"ready\"}]}");
    }
  }
}
