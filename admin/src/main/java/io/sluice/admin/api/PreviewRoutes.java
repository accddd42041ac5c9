package io.sluice.admin.api;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.ServerBuilder;
import io.sluice.admin.figures.Figures;
import io.sluice.admin.figures.Sampler;
import io.sluice.admin.figures.Speed;
import io.sluice.admin.history.History;
import io.sluice.admin.history.Preview;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** The routes that preview a limit: which topics it would have throttled on the node that is asked. */
final class PreviewRoutes {

  private static final int MOST_SHOWN = 50;
  private static final List<PolicyKind<?>> KINDS = List.of(PolicyKind.PUBLISH, PolicyKind.DISPATCH);

  /** @param total how many topics would have been throttled; {@code topics} has the first of them */
  private record Answer(
      int coveredSeconds, int total, List<Topic> topics, List<Producer> producers) {}

  private record Topic(String topic, double throttledSeconds, double worst, boolean limitedNow) {}

  /** A producer that publishes now, with its part of all that is published to the topic. */
  private record Producer(
      String topic,
      String producer,
      String client,
      double messagesPerSecond,
      double bytesPerSecond,
      double share) {}

  private final History history;
  private final Sampler sampler;

  PreviewRoutes(History history, Sampler sampler) {
    this.history = history;
    this.sampler = sampler;
  }

  void addTo(ServerBuilder builder) {
    for (LimitRoutes.Target target : LimitRoutes.TARGETS) {
      Endpoint.get(
          builder,
          "/preview/{kind}" + target.path(),
          request -> preview(request, target.key().apply(request)),
          "messages",
          "bytes");
    }
  }

  private CompletionStage<HttpResponse> preview(ApiRequest request, PolicyKey target) {
    Preview.Limit limit = new Preview.Limit(
        kind(request.part("kind")), target, request.rate("messages"), request.rate("bytes"));
    return sampler
        .figures()
        .thenApplyAsync(
            figures -> Endpoint.json(answer(limit, figures)), request.ctx().blockingTaskExecutor());
  }

  private static PolicyKind<?> kind(String name) {
    return KINDS.stream()
        .filter(kind -> kind.name().equals(name))
        .findFirst()
        .orElseThrow(() -> ApiRequest.missing(
            "there is no preview of " + name + " limits; there is of publish, dispatch"));
  }

  private Answer answer(Preview.Limit limit, Figures figures) {
    Preview preview = history.preview(limit);
    return new Answer(
        preview.coveredSeconds(),
        preview.topics().size(),
        preview.topics().stream()
            .limit(MOST_SHOWN)
            .map(topic -> new Topic(
                topic.name(),
                Speed.rounded(topic.throttledSeconds()),
                Speed.rounded(topic.worst()),
                topic.limitedNow()))
            .toList(),
        limit.kind().equals(PolicyKind.PUBLISH) ? producers(preview, limit, figures) : List.of());
  }

  /** The producers that publish now to topics that would have been throttled, the largest first. */
  private static List<Producer> producers(Preview preview, Preview.Limit limit, Figures figures) {
    Set<String> throttled =
        preview.topics().stream().map(Preview.Topic::name).collect(Collectors.toSet());
    return figures.producers().stream()
        .filter(producer -> throttled.contains(producer.topic()) && used(producer, limit) > 0)
        .sorted(Comparator.comparingDouble((Figures.Producer producer) -> used(producer, limit))
            .reversed()
            .thenComparing(Figures.Producer::topic)
            .thenComparing(Figures.Producer::name))
        .limit(MOST_SHOWN)
        .map(producer -> shown(producer, limit, figures))
        .toList();
  }

  /** Which part of the limit the producer alone would use. */
  private static double used(Figures.Producer producer, Preview.Limit limit) {
    return Math.max(
        LimitsNow.part(producer.speed().messages(), (double) limit.messages()),
        LimitsNow.part(producer.speed().bytes(), (double) limit.bytes()));
  }

  private static Producer shown(Figures.Producer producer, Preview.Limit limit, Figures figures) {
    Speed speed = producer.speed();
    return new Producer(
        producer.topic(),
        producer.name(),
        producer.client(),
        Speed.rounded(speed.messages()),
        Speed.rounded(speed.bytes()),
        TopItems.part(Ranking.share(
            producer,
            figures.topics().getOrDefault(producer.topic(), Speed.ZERO),
            limit.messages() > 0 ? Speed::messages : Speed::bytes)));
  }
}
