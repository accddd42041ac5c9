package io.sluice.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.stream.Collectors;

/** What a gateway says of itself on its {@link MetricsPage}. */
public final class GatewayCounts {

  /** One look: metrics by their names. */
  public record Look(Map<String, Double> metrics) {

    /**
     * The value of a metric.
     *
     * @throws IllegalStateException if there is no such metric
     */
    public double of(String metric) {
      Double value = metrics.get(metric);
      if (value == null) {
        throw new IllegalStateException(
            "the gateway has no " + metric + ", but " + metrics.keySet());
      }
      return value;
    }
  }

  private static final String CONNECTIONS = "sluice.gateway.connections";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final HttpRequest request;

  public GatewayCounts(String url) {
    this.request = HttpRequest.newBuilder(URI.create(url)).build();
  }

  public Look look() {
    try {
      String page = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
      return new Look(page.lines()
          .collect(Collectors.toMap(
              line -> line.substring(0, line.indexOf(' ')),
              line -> Double.parseDouble(line.substring(line.indexOf(' ') + 1)))));
    } catch (IOException e) {
      throw new UncheckedIOException("the gateway does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Waits until the clients of an earlier round are gone, which would still be closing otherwise. */
  public void awaitNoConnections() {
    Await.until("the end of earlier connections", () -> look().of(CONNECTIONS) == 0);
  }
}
