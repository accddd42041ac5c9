package io.sluice.admin.figures;

import io.sluice.quota.NodeSummary;
import io.sluice.quota.NodeSummary.Producer;
import io.sluice.quota.NodeSummary.Topic;
import io.sluice.quota.NodeSummary.Totals;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Makes the summary of this node that the other nodes are told. Topics are those that are first by one of the figures
 * by which a page sorts, in turn, so that none of the pages lacks its first ones.
 */
public final class SummaryMaker {

  private static final List<ToDoubleFunction<Speed>> FIGURES =
      List.of(Speed::messages, Speed::throttledMillis, Speed::dispatchMessages, Speed::bytes);

  private SummaryMaker() {}

  /**
   * Summarises a look at all connections.
   *
   * @param figures what has happened until that look
   * @param ageMillis how long ago that was
   */
  public static NodeSummary of(Figures.Look look, Figures figures, long ageMillis) {
    LongestWaits waits = LongestWaits.of(look);
    return new NodeSummary(
        Math.max(0, ageMillis),
        Speed.rounded(figures.overSeconds()),
        new Totals(
            figures.topics().size(),
            figures.producers().size(),
            waits.producerCount(),
            waits.consumerCount(),
            (int) look.views().stream().filter(LongestWaits::isPaused).count()),
        topics(figures),
        producers(figures),
        waits.producers(),
        waits.consumers(),
        waits.connections());
  }

  private static List<Topic> topics(Figures figures) {
    List<Map.Entry<String, Speed>> all = figures.topics().entrySet().stream()
        .filter(topic -> SummaryNames.isTold(topic.getKey()))
        .toList();
    List<List<Map.Entry<String, Speed>>> rankings = FIGURES.stream()
        .map(figure -> Greatest.of(
            all,
            Comparator.<Map.Entry<String, Speed>>comparingDouble(
                    topic -> figure.applyAsDouble(topic.getValue()))
                .thenComparing(Map.Entry::getKey, Comparator.reverseOrder()),
            NodeSummary.MOST))
        .toList();
    Set<Map.Entry<String, Speed>> chosen = new LinkedHashSet<>();
    for (int place = 0; place < Math.min(all.size(), NodeSummary.MOST); place++) {
      for (List<Map.Entry<String, Speed>> ranking : rankings) {
        chosen.add(ranking.get(place));
      }
    }
    return chosen.stream()
        .limit(NodeSummary.MOST)
        .map(topic -> new Topic(topic.getKey(), topic.getValue().toTraffic()))
        .toList();
  }

  private static List<Producer> producers(Figures figures) {
    List<Figures.Producer> all = figures.producers().stream()
        .filter(producer -> SummaryNames.isTold(producer.topic()))
        .toList();
    Comparator<Figures.Producer> byNames = Comparator.comparing(Figures.Producer::topic)
        .thenComparing(Figures.Producer::name)
        .thenComparing(Figures.Producer::client);
    Comparator<Figures.Producer> order = Comparator.<Figures.Producer>comparingDouble(
            each -> each.speed().messages())
        .thenComparing(byNames.reversed());
    return Greatest.of(all, order, NodeSummary.MOST).stream()
        .map(each -> new Producer(
            each.topic(),
            SummaryNames.cut(each.name()),
            SummaryNames.cut(each.client()),
            each.speed().toTraffic()))
        .toList();
  }
}
