package io.sluice.bench.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** What benchmarks need of Pulsar's REST API, to set limits: its own, or those of a node, which has the same API. */
public final class PulsarRest {

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String url;

  public PulsarRest(String webUrl) {
    this.url = webUrl + "/admin/v2/namespaces/";
  }

  /** Makes a namespace in which Pulsar limits each topic to so many messages per second. */
  public void createLimitedNamespace(String namespace, int messages)
      throws IOException, InterruptedException {
    createNamespace(namespace);
    limitTopicsOf(namespace, messages);
  }

  public void createNamespace(String namespace) throws IOException, InterruptedException {
    send("PUT", namespace, "{}");
  }

  /** Limits each topic of a namespace to so many messages per second. */
  public void limitTopicsOf(String namespace, int messages)
      throws IOException, InterruptedException {
    send(
        "POST",
        namespace + "/publishRate",
        "{\"publishThrottlingRateInMsg\":" + messages + ",\"publishThrottlingRateInByte\":-1}");
  }

  /** Whether that is the limit there. */
  public boolean limitsTopicsOf(String namespace, int messages)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + namespace + "/publishRate")).build();
    return answer(request).contains("\"publishThrottlingRateInMsg\":" + messages + ",");
  }

  private void send(String method, String path, String json)
      throws IOException, InterruptedException {
    var unused = answer(HttpRequest.newBuilder(URI.create(url + path))
        .method(method, HttpRequest.BodyPublishers.ofString(json))
        .header("Content-Type", "application/json")
        .build());
  }

  private String answer(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException(request.method() + " " + request.uri() + ": " + answer.statusCode()
          + " " + answer.body());
    }
    return answer.body();
  }
}
