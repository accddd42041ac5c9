package io.sluice.cli.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Pulsar's own publish limit, set as any operator would: for each topic of a namespace, by REST. */
final class NamespaceLimit {

  private static final Duration LONGEST = Duration.ofSeconds(30);

  private NamespaceLimit() {}

  /** Creates a namespace whose topics may each publish so many messages per second. */
  static void create(String webUrl, String namespace, int messagesPerSecond)
      throws IOException, InterruptedException {
    String path = webUrl + "/admin/v2/namespaces/" + namespace;
    call("PUT", path, "{}");
    call(
        "POST",
        path + "/publishRate",
        "{\"publishThrottlingRateInMsg\":" + messagesPerSecond
            + ",\"publishThrottlingRateInByte\":-1}");
  }

  private static void call(String method, String url, String json)
      throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url))
        .header("Content-Type", "application/json")
        .timeout(LONGEST)
        .method(method, BodyPublishers.ofString(json))
        .build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw new IOException(method + " " + url + " was answered by " + response.statusCode() + ": "
          + response.body());
    }
  }
}
