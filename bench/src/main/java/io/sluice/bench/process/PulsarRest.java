package io.sluice.bench.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** What benchmarks need of Pulsar's REST API, to set up its own limiter. */
public final class PulsarRest {

  private final HttpClient http = HttpClient.newHttpClient();
  private final String url;

  public PulsarRest(String webUrl) {
    this.url = webUrl + "/admin/v2/namespaces/";
  }

  /** Makes a namespace in which Pulsar limits each topic to so many messages per second. */
  public void createLimitedNamespace(String namespace, int messages)
      throws IOException, InterruptedException {
    send("PUT", namespace, "{}");
    send(
        "POST",
        namespace + "/publishRate",
        "{\"publishThrottlingRateInMsg\":" + messages + ",\"publishThrottlingRateInByte\":-1}");
  }

  private void send(String method, String path, String json)
      throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
        .method(method, HttpRequest.BodyPublishers.ofString(json))
        .header("Content-Type", "application/json")
        .build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException(
          method + " " + request.uri() + ": " + answer.statusCode() + " " + answer.body());
    }
  }
}
