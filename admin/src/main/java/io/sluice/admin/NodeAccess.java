package io.sluice.admin;

import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import io.sluice.admin.api.NodeView;
import io.sluice.gateway.ConnectionView;
import io.sluice.gateway.GroupView;
import io.sluice.gateway.PublishSettings;
import io.sluice.gateway.RampView;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the admin server has to know of the node that it is part of.
 *
 * @param name the node's name
 * @param notReadyBecause why clients should not be sent here; empty if they may be
 * @param metrics what {@code /metrics} shows
 * @param policies which limits are to hold
 * @param policiesUnknownBecause why nobody knows these yet; empty if they are known
 * @param publish how publishing is limited besides
 * @param connections every connection of a client
 * @param groups a resource group of this name on this node, if it knows it
 * @param ramps where those that are set stand
 * @param nodes all nodes of the cluster, as far as they are known here
 */
public record NodeAccess(
    String name,
    Supplier<Optional<String>> notReadyBecause,
    PrometheusMetricReader metrics,
    PolicyStore policies,
    Supplier<Optional<String>> policiesUnknownBecause,
    PublishSettings publish,
    Supplier<CompletionStage<List<ConnectionView>>> connections,
    Function<String, Optional<GroupView>> groups,
    Supplier<Map<PolicyKey, RampView>> ramps,
    Supplier<List<NodeView>> nodes) {}
