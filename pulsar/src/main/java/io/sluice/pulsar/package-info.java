/**
 * What nodes share through topics of the cluster itself.
 *
 * <ol>
 *   <li>{@link io.sluice.pulsar.TopicPolicyStore}: policies, on a topic that the cluster compacts.
 *   <li>{@link io.sluice.pulsar.NodeDirectory}: which nodes there are, on a topic that keeps nothing.
 *   <li>{@link io.sluice.pulsar.NodeSummaries}: the busiest and the throttled of each, on a topic beside it.
 *   <li>{@link io.sluice.pulsar.TopicUsageExchange}: what each uses of resource groups, on another such topic.
 *   <li>{@link io.sluice.pulsar.ClusterClient}: the client that all of them use.
 * </ol>
 *
 * <p>A node ({@code io.sluice.server}) opens them. What this node changes or uses goes out as messages; what all
 * nodes have said comes in, behind the ports {@code PolicyStore} and {@code UsageExchange}.
 */
@NullMarked
package io.sluice.pulsar;

import org.jspecify.annotations.NullMarked;
