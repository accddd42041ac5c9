package io.sluice.admin;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The metrics in Prometheus' text format, or in that of OpenMetrics for a client that asks for it. */
final class MetricsService implements HttpService {

  private final ExpositionFormats formats = ExpositionFormats.init();
  private final PrometheusMetricReader metrics;

  MetricsService(PrometheusMetricReader metrics) {
    this.metrics = metrics;
  }

  /** Writes the metrics off the event loop, as many series take long. */
  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) {
    return HttpResponse.of(
        () -> exposed(request.headers().get(HttpHeaderNames.ACCEPT, "")),
        ctx.blockingTaskExecutor());
  }

  private HttpResponse exposed(String accepted) {
    ExpositionFormatWriter writer = formats.findWriter(accepted);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      writer.write(bytes, metrics.collect());
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory cannot fail", e);
    }
    return HttpResponse.of(
        HttpStatus.OK,
        MediaType.parse(writer.getContentType()),
        HttpData.wrap(bytes.toByteArray()));
  }
}
