package io.sluice.admin.node;

import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.GroupView;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What the admin server has to know of the node that it is part of.
 *
 * @param name the node's name
 * @param version of its software
 * @param notReadyBecause why clients should not be sent here; empty if they may be
 * @param metrics what {@code /metrics} shows
 * @param policies which limits are to hold
 * @param policiesUnknownBecause why the node does not know these yet; empty if it does
 * @param publish how publishing is limited besides
 * @param connections every connection of a client
 * @param groups a resource group of this name on this node, if it follows it
 * @param followedGroups the same, which the node begins to follow if there is such a group; not for all of
 *     them, as there may be many
 * @param groupNames the resource groups that it knows
 * @param ramps where those that are set stand
 * @param nodes all nodes of the cluster, as far as they are known here
 */
public record NodeSources(
    String name,
    String version,
    Supplier<Optional<String>> notReadyBecause,
    PrometheusMetricReader metrics,
    PolicyStore policies,
    Supplier<Optional<String>> policiesUnknownBecause,
    PublishSettings publish,
    Supplier<CompletionStage<List<ConnectionView>>> connections,
    Function<String, Optional<GroupView>> groups,
    Function<String, Optional<GroupView>> followedGroups,
    Supplier<List<String>> groupNames,
    Supplier<Map<PolicyKey, RampView>> ramps,
    Supplier<List<NodeView>> nodes) {

  /** What nodes call themselves, by their ids, of the nodes that this one has heard of. */
  public Map<String, String> nodeNames() {
    return nodes.get().stream()
        .collect(Collectors.toMap(NodeView::id, NodeView::name, (first, same) -> first));
  }
}
