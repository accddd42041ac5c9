package io.sluice.admin.api;

import io.sluice.admin.figures.DisplayNames;
import java.time.Duration;
import java.util.stream.Stream;

/** What waits on other nodes, as far as these have told: those that have waited longest. */
final class WaitingElsewhere {

  private WaitingElsewhere() {}

  static Stream<Waiting.Producer> producers(Across across) {
    return across.others().stream().flatMap(other -> other.summary().throttledProducers().stream()
        .map(each -> new Waiting.Producer(
            other.name(),
            DisplayNames.topic(each.topic()),
            each.name(),
            each.client(),
            each.connection(),
            null,
            each.origin(),
            other.since(each.waitedMillis()),
            each.heldFrames(),
            each.heldBytes(),
            Duration.ofMillis(each.oldestMillis()),
            each.aware())));
  }

  static Stream<Waiting.Consumer> consumers(Across across) {
    return across.others().stream().flatMap(other -> other.summary().throttledConsumers().stream()
        .map(each -> new Waiting.Consumer(
            other.name(),
            DisplayNames.topic(each.topic()),
            each.subscription(),
            each.name(),
            each.client(),
            each.connection(),
            each.kind(),
            each.origin(),
            other.since(each.waitedMillis()),
            each.withheldPermits())));
  }

  static Stream<Waiting.Connection> connections(Across across) {
    return across.others().stream().flatMap(other -> other.summary().connections().stream()
        .map(each -> new Waiting.Connection(
            other.name(),
            each.client(),
            each.connection(),
            each.pauses().stream()
                .map(pause -> new Waiting.Pause(pause.reason(), other.since(pause.waitedMillis())))
                .toList())));
  }
}
