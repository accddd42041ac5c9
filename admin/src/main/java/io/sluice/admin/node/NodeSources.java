package io.sluice.admin.node;

import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.GroupView;
import io.sluice.gateway.view.HomeView;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.TopicName;
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
 * @param version of the node's software
 * @param notReadyBecause why clients should not be sent to this node; empty if it is ready
 * @param metrics what {@code /metrics} shows
 * @param policies the limits, groups and ramps that are set
 * @param policiesUnknownBecause why the node does not know the policies yet; empty if it does
 * @param publish the settings for publishing that hold beside the policies
 * @param limits what the node passes at most
 * @param connections every connection of a client
 * @param groupIfFollowed the resource group of a name; empty if the node does not follow the group
 * @param followGroup the resource group of a name, which the node follows from now on; empty if there is no
 *     such group. Not to be called for every group, as a cluster may have many
 * @param groupNames the names of the groups that the node follows
 * @param ramps the levels of the ramps, by their targets
 * @param nodes all nodes of the cluster that this node has heard of
 * @param home the node to which clients of a topic are redirected; empty if the topic has none
 * @param limitShares how the limits of topics are divided among the nodes
 */
public record NodeSources(
    String name,
    String version,
    Supplier<Optional<String>> notReadyBecause,
    PrometheusMetricReader metrics,
    PolicyStore policies,
    Supplier<Optional<String>> policiesUnknownBecause,
    PublishSettings publish,
    NodeLimits limits,
    Supplier<CompletionStage<List<ConnectionView>>> connections,
    Function<String, Optional<GroupView>> groupIfFollowed,
    Function<String, Optional<GroupView>> followGroup,
    Supplier<List<String>> groupNames,
    Supplier<Map<PolicyKey, RampView>> ramps,
    Supplier<List<NodeView>> nodes,
    Function<TopicName, Optional<HomeView>> home,
    LimitShareSource limitShares) {

  /** The names of the nodes that this node has heard of, by their ids. */
  public Map<String, String> nodeNames() {
    return nodes.get().stream()
        .collect(Collectors.toMap(NodeView::id, NodeView::name, (first, same) -> first));
  }
}
