package io.sluice.bench.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.metrics.export.CollectionRegistration;
import io.opentelemetry.sdk.metrics.export.MetricReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Metrics over HTTP, for {@link GatewayCounts}: a line each, with a metric's name and the sum of its
 * numbers, and one for each number of those that have one attribute, with its value behind the name.
 * Does nothing unless it is asked, and then little, so that it can be asked every few milliseconds.
 */
final class MetricsPage implements MetricReader {

  private volatile CollectionRegistration metrics = CollectionRegistration.noop();
  private final HttpServer server;
  private final OpenTelemetry telemetry;

  MetricsPage(int port) throws IOException {
    // Or an answer's second half would wait for the acknowledgement of the first, 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    this.server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    this.telemetry = OpenTelemetrySdk.builder()
        .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(this).build())
        .build();
    server.createContext("/", this::answer);
    server.start();
  }

  OpenTelemetry telemetry() {
    return telemetry;
  }

  private void answer(HttpExchange exchange) throws IOException {
    StringBuilder page = new StringBuilder();
    metrics.collectAllMetrics().forEach(metric -> write(metric, page));
    byte[] bytes = page.toString().getBytes(UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static void write(MetricData metric, StringBuilder page) {
    double sum = 0;
    for (PointData point : metric.getData().getPoints()) {
      sum += number(point);
      if (point.getAttributes().size() == 1) {
        point.getAttributes().forEach((key, value) -> page.append(metric.getName())
            .append('.')
            .append(value)
            .append(' ')
            .append(number(point))
            .append('\n'));
      }
    }
    page.append(metric.getName()).append(' ').append(sum).append('\n');
  }

  /** A histogram has no number here, as no benchmark asks for one. */
  private static double number(PointData point) {
    if (point instanceof LongPointData counted) {
      return counted.getValue();
    }
    return point instanceof DoublePointData measured ? measured.getValue() : 0;
  }

  @Override
  public void register(CollectionRegistration registration) {
    metrics = registration;
  }

  @Override
  public CompletableResultCode forceFlush() {
    return CompletableResultCode.ofSuccess();
  }

  @Override
  public CompletableResultCode shutdown() {
    server.stop(0);
    return CompletableResultCode.ofSuccess();
  }

  @Override
  public AggregationTemporality getAggregationTemporality(InstrumentType instrumentType) {
    return AggregationTemporality.CUMULATIVE;
  }
}
