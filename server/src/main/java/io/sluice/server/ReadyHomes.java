package io.sluice.server;

import io.sluice.gateway.config.HomeNode;
import io.sluice.pulsar.Home;
import io.sluice.pulsar.NodeDirectory.Announcement;
import io.sluice.pulsar.NodeDirectory.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Which of the nodes that were heard of may be homes of topics. */
final class ReadyHomes {

  /** A home that has missed two of its announcements, which come every two seconds, may not be there any more. */
  private static final Duration SILENT = Duration.ofSeconds(5);

  private ReadyHomes() {}

  /** Those that have said within five seconds that they are ready, and where clients are redirected to. */
  static List<HomeNode> of(List<Entry> nodes, Instant now) {
    Instant silent = now.minus(SILENT);
    return nodes.stream()
        .filter(entry -> entry.seen().isAfter(silent))
        .map(Entry::node)
        .filter(node -> node.state().equals(Announcement.READY))
        .flatMap(node -> Optional.ofNullable(node.home()).map(home -> of(node, home)).stream())
        .toList();
  }

  private static HomeNode of(Announcement node, Home home) {
    return new HomeNode(
        node.id(),
        node.name(),
        Optional.ofNullable(home.serviceUrl()),
        Optional.ofNullable(home.serviceUrlTls()),
        home.arrivals());
  }
}
