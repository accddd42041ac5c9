package io.sluice.rampotel;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a reader got in one collection. */
record Collected(Collection<MetricData> metrics) {

  static Collected from(InMemoryMetricReader reader) {
    return new Collected(reader.collectAllMetrics());
  }

  /** The one value that a processor reports under this name. */
  double value(String name, String processor) {
    List<? extends PointData> points = points(name, processor);
    if (points.size() != 1) {
      throw new AssertionError("not one " + name + " of " + processor + " in " + metrics);
    }
    return value(points.get(0));
  }

  /** The states that a processor says it is in. */
  List<@Nullable String> states(String processor) {
    return points("sluice.ramp.pool.state", processor).stream()
        .filter(point -> value(point) == 1)
        .<@Nullable String>map(point -> point.getAttributes().get(Series.STATE))
        .toList();
  }

  List<? extends PointData> points(String name, String processor) {
    Attributes wanted = new Series("crm", processor).processor;
    return metrics.stream()
        .filter(metric -> metric.getName().equals(name))
        .flatMap(metric -> metric.getData().getPoints().stream())
        .filter(point ->
            point.getAttributes().toBuilder().remove(Series.STATE).build().equals(wanted))
        .toList();
  }

  private static double value(PointData point) {
    return point instanceof LongPointData counted
        ? counted.getValue()
        : ((DoublePointData) point).getValue();
  }
}
