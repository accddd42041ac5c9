package io.sluice.admin.api;

import io.sluice.admin.figures.Figures;
import io.sluice.admin.figures.Speed;
import io.sluice.api.Top;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.view.PauseReason;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.json.PolicyJson;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A node at one moment, as consoles show it.
 *
 * @param time when
 * @param node which node
 * @param messagesPerSecond published
 * @param bytesPerSecond published
 * @param dispatchMessagesPerSecond dispatched
 * @param dispatchBytesPerSecond dispatched
 * @param connections how many clients' connections there are
 * @param producers how many producers are open
 * @param consumers how many consumers are open
 * @param throttledProducers how many of the producers wait
 * @param waitingConsumers how many consumers wait for limits on dispatch
 * @param heldFrames how many of the producers' frames
 * @param heldBytes how large these are
 * @param paused how many connections are not read, by reason
 * @param nodeLimit what the node may publish, all topics together; missing if that is not limited
 * @param nodeDispatchLimit what the node may deliver, to all consumers together; missing if that is not limited
 * @param topTopics those that publish most
 */
record Live(
    String time,
    String node,
    double messagesPerSecond,
    double bytesPerSecond,
    double dispatchMessagesPerSecond,
    double dispatchBytesPerSecond,
    int connections,
    int producers,
    int consumers,
    int throttledProducers,
    int waitingConsumers,
    long heldFrames,
    long heldBytes,
    Map<String, Integer> paused,
    @Nullable Record nodeLimit,
    @Nullable Record nodeDispatchLimit,
    List<Top.Item> topTopics) {

  private static final Ranking.Wanted TOP = new Ranking.Wanted("messages", "", "", new Page(0, 10));

  static Live of(String node, Figures figures, LimitsNow limits, NodeLimits nodeLimits) {
    Speed all = figures.all();
    Map<String, Integer> paused = new TreeMap<>();
    for (PauseReason reason : PauseReason.values()) {
      paused.put(reason.label(), figures.paused().getOrDefault(reason, 0));
    }
    return new Live(
        figures.time().toString(),
        node,
        Speed.rounded(all.messages()),
        Speed.rounded(all.bytes()),
        Speed.rounded(all.dispatchMessages()),
        Speed.rounded(all.dispatchBytes()),
        figures.connections(),
        all.producers(),
        all.consumers(),
        all.throttled(),
        all.waiting(),
        all.heldFrames(),
        all.heldBytes(),
        paused,
        orMissing(nodeLimits.publish()),
        orMissing(nodeLimits.dispatch()),
        Ranking.ofTopics(figures, limits, TOP).items());
  }

  private static @Nullable Record orMissing(PublishLimit limit) {
    return limit.isNone() ? null : PolicyJson.of(limit);
  }
}
