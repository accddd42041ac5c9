package io.sluice.admin.api;

import com.linecorp.armeria.server.ServerBuilder;
import io.sluice.admin.history.Charts;
import io.sluice.admin.history.History;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The last 15 minutes of the node that is asked, for charts. */
final class HistoryRoutes {

  private record OfNode(
      String node,
      int stepSeconds,
      String to,
      Map<String, List<@Nullable Double>> series,
      long leftOut) {}

  private record OfTopic(
      String node, int stepSeconds, String to, Map<String, List<@Nullable Double>> series) {}

  private record OfGroup(
      int stepSeconds,
      String to,
      Map<String, List<@Nullable Double>> quota,
      List<GroupNode> nodes) {}

  private record GroupNode(String node, Map<String, List<@Nullable Double>> series) {}

  private final String node;
  private final History history;
  private final InstantSource clock;

  HistoryRoutes(String node, History history, InstantSource clock) {
    this.node = node;
    this.history = history;
    this.clock = clock;
  }

  void addTo(ServerBuilder builder) {
    Endpoint.get(builder, "/history", request -> Endpoint.answer(ofNode()));
    Endpoint.get(
        builder,
        "/history/topics/{domain}/{tenant}/{namespace}/{topic}",
        request -> Endpoint.answer(ofTopic(request)));
    Endpoint.get(
        builder,
        "/history/groups/{group}",
        request -> Endpoint.answer(ofGroup(request.group().name())));
  }

  private OfNode ofNode() {
    Charts charts = history.node(clock.instant());
    return new OfNode(
        node, History.STEP_SECONDS, text(charts.to()), charts.series(), history.leftOut());
  }

  private OfTopic ofTopic(ApiRequest request) {
    Charts charts = history.topic(request.topic().name(), clock.instant());
    return new OfTopic(node, History.STEP_SECONDS, text(charts.to()), charts.series());
  }

  private OfGroup ofGroup(String group) {
    Charts.OfGroup charts = history.group(group, clock.instant());
    return new OfGroup(
        History.STEP_SECONDS,
        text(charts.to()),
        charts.quota(),
        charts.nodes().entrySet().stream()
            .map(each -> new GroupNode(each.getKey(), each.getValue()))
            .toList());
  }

  private static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.MILLIS).toString();
  }
}
