package io.sluice.server.console;

import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** A real Pulsar, started when first asked for; it ends with this JVM. */
final class TestPulsar {

  private static final EmbeddedPulsar PULSAR = start();

  private TestPulsar() {}

  private static EmbeddedPulsar start() {
    try {
      return EmbeddedPulsar.start(EmbeddedPulsarOptions.defaults());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String serviceUrl() {
    return PULSAR.serviceUrl();
  }

  static String webUrl() {
    return PULSAR.webUrl();
  }

  /** Makes a namespace of the tenant {@code public}, unless it is there. */
  static void makeNamespace(String name) throws IOException, InterruptedException {
    HttpResponse<String> made = HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(webUrl() + "/admin/v2/namespaces/public/" + name))
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{}"))
                .build(),
            BodyHandlers.ofString());
    int conflict = 409;
    if (made.statusCode() >= 300 && made.statusCode() != conflict) {
      throw new IOException("no namespace " + name + ": " + made.statusCode() + " " + made.body());
    }
  }
}
