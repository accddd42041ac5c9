package io.sluice.gateway.internal.home;

import io.sluice.gateway.config.HomeNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The nodes to which clients of one kind, with TLS or without, can be redirected. Never changes. */
final class HomeCandidates {

  private final List<HomeNode> nodes;
  private final long[] hashes;

  private HomeCandidates(List<HomeNode> nodes) {
    this.nodes = nodes;
    this.hashes =
        nodes.stream().mapToLong(node -> Rendezvous.hash(node.address())).toArray();
  }

  /**
   * Those of the nodes that have an address of this kind. Of several with the same address one counts, this node before
   * others: they are one node before and after a restart, or the address does not lead to one node.
   */
  static HomeCandidates of(
      List<HomeNode> ready, String self, Function<HomeNode, Optional<String>> address) {
    Map<String, HomeNode> byAddress = new LinkedHashMap<>();
    for (HomeNode node : ready) {
      if (address.apply(node).isPresent()) {
        byAddress.merge(
            node.address(), node, (first, other) -> other.id().equals(self) ? other : first);
      }
    }
    return new HomeCandidates(List.copyOf(byAddress.values()));
  }

  /** The home of a topic, by the topic's full name; null if there are no candidates. */
  @Nullable
  HomeNode home(String topic) {
    int chosen = Rendezvous.choose(hashes, Rendezvous.hash(topic));
    return chosen < 0 ? null : nodes.get(chosen);
  }
}
