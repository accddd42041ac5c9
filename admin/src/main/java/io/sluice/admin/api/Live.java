package io.sluice.admin.api;

import io.sluice.gateway.PauseReason;
import io.sluice.policy.Policies;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A node at one moment, as consoles show it.
 *
 * @param time when
 * @param node which node
 * @param messagesPerSecond published
 * @param bytesPerSecond published
 * @param connections how many clients' connections there are
 * @param producers how many producers are open
 * @param throttledProducers how many of them wait
 * @param waitingConsumers how many consumers wait for limits on dispatch
 * @param heldFrames how many of the producers' frames
 * @param heldBytes how large these are
 * @param paused how many connections are not read, by reason
 * @param topTopics those that publish most
 */
record Live(
    String time,
    String node,
    double messagesPerSecond,
    double bytesPerSecond,
    int connections,
    int producers,
    int throttledProducers,
    int waitingConsumers,
    long heldFrames,
    long heldBytes,
    Map<String, Integer> paused,
    List<Top.Item> topTopics) {

  private static final int TOP = 10;

  static Live of(String node, Figures figures, Policies policies) {
    Speed all =
        figures.producers().stream().map(Figures.Producer::speed).reduce(Speed.ZERO, Speed::plus);
    Map<String, Integer> paused = new TreeMap<>();
    for (PauseReason reason : PauseReason.values()) {
      paused.put(reason.label(), figures.paused().getOrDefault(reason, 0));
    }
    return new Live(
        figures.time().toString(),
        node,
        Speed.rounded(all.messages()),
        Speed.rounded(all.bytes()),
        figures.connections(),
        figures.producers().size(),
        all.throttled(),
        figures.consumers().size(),
        all.heldFrames(),
        all.heldBytes(),
        paused,
        Top.topics(figures, policies, "messages", TOP));
  }
}
