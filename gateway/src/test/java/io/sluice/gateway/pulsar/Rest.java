package io.sluice.gateway.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embeddedpulsar.EmbeddedBroker;
import io.sluice.embeddedpulsar.EmbeddedPulsar;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** The REST API of a broker, which the gateway has no part in. */
final class Rest {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();

  private final String url;
  private final Optional<String> token;

  Rest(EmbeddedPulsar pulsar, Optional<String> token) {
    this.url = pulsar.webUrl();
    this.token = token;
  }

  static Rest plain() {
    return new Rest(Clusters.plain(), Optional.empty());
  }

  String get(String path) throws Exception {
    return call(path, "GET", "");
  }

  void put(String path, String json) throws Exception {
    call(path, "PUT", json);
  }

  void post(String path, String json) throws Exception {
    call(path, "POST", json);
  }

  void delete(String path) throws Exception {
    call(path, "DELETE", "");
  }

  void createNamespace(String namespace, int bundles) throws Exception {
    put("/admin/v2/namespaces/" + namespace, "{\"bundles\":{\"numBundles\":" + bundles + "}}");
  }

  /**
   * Returns once the broker knows the topic. It looks first whether there is one, and remembers that
   * there is none until ZooKeeper's watch reaches it, which may be after it has answered.
   */
  void createPartitioned(String topic, int partitions) throws Exception {
    String path = path(topic) + "/partitions";
    put(path, Integer.toString(partitions));
    Eventually.until(
        topic + " is known",
        () -> send(path, "GET", "").body().contains("\"partitions\":" + partitions));
  }

  /**
   * Moves the only bundle of a topic's namespace; asks again until a lookup says so. While the bundle moves, both
   * brokers may try to own it, and one that finds it locked by the other answers with an error.
   */
  void move(String namespace, String topic, EmbeddedBroker destination) throws Exception {
    put(path(topic), "");
    String unload =
        "/admin/v2/namespaces/" + namespace + "/0x00000000_0xffffffff/unload?destinationBroker="
            + destination.webUrl().getAuthority();
    Eventually.until(topic + " is at " + destination, () -> {
      send(unload, "PUT", "");
      HttpResponse<String> owner = send("/lookup/v2/topic/" + topic.replace("://", "/"), "GET", "");
      return owner.statusCode() == 200
          && owner.body().contains(destination.serviceUrl().toString());
    });
  }

  /** The path of a topic's full name. */
  static String path(String topic) {
    return "/admin/v2/" + topic.replace("://", "/");
  }

  private String call(String path, String method, String json) throws Exception {
    HttpResponse<String> response = send(path, method, json);
    assertThat(response.statusCode())
        .as("%s %s: %s", method, path, response.body())
        .isBetween(200, 299);
    return response.body();
  }

  private HttpResponse<String> send(String path, String method, String json) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
        .header("Content-Type", "application/json")
        .timeout(Duration.ofSeconds(60))
        .method(method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json));
    token.ifPresent(value -> request.header("Authorization", "Bearer " + value));
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString(UTF_8));
  }
}
