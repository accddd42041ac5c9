package io.sluice.pulsar;

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
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;

/** A real cluster that ends with this JVM, and what an administrator does to it. */
final class Cluster {

  static final EmbeddedPulsar PULSAR = start();

  /** One for all tests: closing a client takes seconds. */
  static final PulsarClient CLIENT = connect();

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private Cluster() {}

  private static EmbeddedPulsar start() {
    try {
      return EmbeddedPulsar.start(EmbeddedPulsarOptions.defaults()
          .withBrokerSettings(Map.of("brokerServiceCompactionMonitorIntervalInSeconds", "1")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PulsarClient connect() {
    try {
      return new ClusterClient(PULSAR.serviceUrl(), Optional.empty(), Optional.empty()).open();
    } catch (PulsarClientException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks the broker's own admin API about a topic, and answers its body. */
  static String admin(String method, String topic, String what) throws Exception {
    String path = "/admin/v2/" + topic.replace("://", "/") + what;
    HttpResponse<String> answer = HTTP.send(
        HttpRequest.newBuilder(URI.create(PULSAR.webUrl() + path))
            .method(method, BodyPublishers.noBody())
            .timeout(Duration.ofSeconds(60))
            .build(),
        BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException(method + " " + path + ": " + answer.statusCode() + " " + answer.body());
    }
    return answer.body();
  }

  static void eventually(Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("it did not come to that");
      }
      Thread.sleep(10);
    }
  }
}
