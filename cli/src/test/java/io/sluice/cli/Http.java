package io.sluice.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;

/** What a node shows over HTTP. */
final class Http {

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Http() {}

  static String get(String url) throws Exception {
    return get(HttpRequest.newBuilder(URI.create(url)));
  }

  static String get(String url, String token) throws Exception {
    return get(HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Bearer " + token));
  }

  private static String get(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(request.build(), BodyHandlers.ofString()).body();
  }

  /** Sends whatever it is, and answers whatever comes. */
  static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  /** Posts a JSON, and answers the status. */
  static int post(String url, String json) {
    return postAsync(url, json).join();
  }

  /** Sends a JSON, or nothing, and fails if that is refused. */
  static void send(String method, String url, String json) throws Exception {
    HttpResponse<String> answer = CLIENT.send(
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(json))
            .build(),
        BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException(method + " " + url + ": " + answer.statusCode() + " " + answer.body());
    }
  }

  static CompletableFuture<Integer> postAsync(String url, String json) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url))
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(json))
        .build();
    return CLIENT.sendAsync(request, BodyHandlers.ofString()).thenApply(HttpResponse::statusCode);
  }
}
