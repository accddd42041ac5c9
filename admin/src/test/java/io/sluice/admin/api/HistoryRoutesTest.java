package io.sluice.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.view.GroupView;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HistoryRoutesTest {

  private static final String ORDERS = "persistent://acme/orders/new";
  private static final String PATH = "/topics/persistent/acme/orders/new";

  private final ApiServer api = new ApiServer();

  @BeforeEach
  void publish() {
    api.timer.advance(Duration.ZERO); // the first look
    api.connections = List.of(
        Views.connection(1, Views.producer(1, ORDERS, 750, 7500)),
        Views.connection(2, Views.producer(1, ORDERS, 250, 2500)));
    api.timer.advance(Duration.ofSeconds(5));
  }

  @AfterEach
  void stop() {
    api.close();
  }

  private static List<?> series(HttpResponse<String> answer, String name) throws Exception {
    return (List<?>)
        Objects.requireNonNull(OpenApi.map(ApiServer.json(answer).get("series")).get(name));
  }

  @Test
  void shouldShowWhatNodesAndTopicsDidWithoutAnybodyHavingAsked() throws Exception {
    HttpResponse<String> ofNode = api.get("/history");
    HttpResponse<String> ofTopic = api.get("/history" + PATH);

    assertThat(ApiServer.json(ofNode))
        .containsEntry("node", "node-1")
        .containsEntry("stepSeconds", 5)
        .containsEntry("to", ApiServer.START.plusSeconds(5).toString());
    assertThat(series(ofNode, "messages")).hasSize(180).last().isEqualTo(200.0);
    assertThat(series(ofNode, "messages").get(178)).isNull();
    assertThat(series(ofTopic, "bytes")).hasSize(180).last().isEqualTo(2000.0);
    assertThat(ApiServer.json(ofTopic).get("to"))
        .isEqualTo(ApiServer.json(ofNode).get("to"));
    assertThat(api.routes.load())
        .hasValueSatisfying(load -> assertThat(load.messagesPerSecond()).isEqualTo(200));
  }

  @Test
  void shouldAskOnceInAStepWhatNodesAreCalled() throws Exception {
    Map<String, GroupView> groups = new HashMap<>();
    for (int i = 0; i < 50; i++) {
      groups.put("g" + i, Views.group(2, 10));
    }
    api.groups = groups;
    api.nodesAsked.set(0);

    api.timer.advance(Duration.ofSeconds(5));

    assertThat(api.nodesAsked).hasValue(1);
    assertThat(api.get("/history/groups/g7").body())
        .contains("\"node\":\"node-1\"", "\"node\":\"id-2\"");
  }

  @Test
  void shouldShowNullsOfWhatHasNoHistory() throws Exception {
    assertThat(series(api.get("/history/topics/persistent/acme/orders/none"), "messages"))
        .hasSize(180)
        .containsOnlyNulls();
    HttpResponse<String> group = api.get("/history/groups/none");
    assertThat(group.statusCode()).isEqualTo(200);
    assertThat(ApiServer.json(group).get("nodes")).isEqualTo(List.of());
  }

  @Test
  void shouldShowWhomALimitWouldHaveThrottled() throws Exception {
    CompletableFuture<HttpResponse<String>> asked =
        api.getLater("/preview/publish" + PATH + "?messages=100");
    assertThat(asked.join().body())
        .isEqualTo("{\"coveredSeconds\":5,\"total\":1,\"topics\":[{\"topic\":\"" + ORDERS
            + "\",\"throttledSeconds\":4.0,\"worst\":2.0,\"limitedNow\":false}],\"producers\":["
            + producer(1, "150.0", "1500.0", "0.75") + "," + producer(2, "50.0", "500.0", "0.25")
            + "]}");
    assertThat(api.get("/preview/publish/namespaces/acme/orders?messages=1000").body())
        .isEqualTo("{\"coveredSeconds\":5,\"total\":0,\"topics\":[],\"producers\":[]}");
  }

  private static String producer(int client, String messages, String bytes, String share) {
    return "{\"topic\":\"" + ORDERS + "\",\"producer\":\"p1\",\"client\":\"10.0.0." + client
        + ":5000\",\"messagesPerSecond\":" + messages + ",\"bytesPerSecond\":" + bytes
        + ",\"share\":" + share + "}";
  }

  @Test
  void shouldRefusePreviewsThatThereAreNot() throws Exception {
    assertThat(api.get("/preview/ramp/default?messages=1").statusCode()).isEqualTo(404);
    assertThat(api.get("/preview/publish/default?messages=-2"))
        .returns(400, HttpResponse::statusCode)
        .returns(
            "messages must be a number per second, or 0 or -1 for no limit, not -2",
            HttpResponse::body);
    assertThat(api.get("/preview/publish/default?bytes=many").statusCode()).isEqualTo(400);
  }
}
