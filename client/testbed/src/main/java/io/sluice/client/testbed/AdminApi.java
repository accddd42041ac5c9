package io.sluice.client.testbed;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.function.Supplier;

/** Calls the admin API of a node, and fails if that does. */
final class AdminApi {

  private static final Duration LONGEST_CALL = Duration.ofSeconds(30);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Supplier<String> url;

  AdminApi(Supplier<String> url) {
    this.url = url;
  }

  String get(String path) throws IOException {
    return call("GET", path, BodyPublishers.noBody());
  }

  void put(String path, String json) throws IOException {
    call("PUT", path, BodyPublishers.ofString(json));
  }

  void delete(String path) throws IOException {
    call("DELETE", path, BodyPublishers.noBody());
  }

  private String call(String method, String path, BodyPublisher body) throws IOException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url.get() + path))
        .timeout(LONGEST_CALL)
        .header("Content-Type", "application/json")
        .method(method, body)
        .build();
    try {
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
      if (response.statusCode() / 100 != 2) {
        throw new IOException(
            request + " was answered with " + response.statusCode() + ": " + response.body());
      }
      return response.body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted during " + request, e);
    }
  }
}
