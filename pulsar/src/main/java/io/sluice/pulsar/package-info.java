/**
 * What nodes share through topics of the cluster itself.
 *
 * <ol>
 *   <li>{@link io.sluice.pulsar.TopicPolicyStore}: policies, on a topic that the cluster compacts.
 *   <li>{@link io.sluice.pulsar.NodeDirectory}: who is there, on a topic that keeps nothing.
 *   <li>{@link io.sluice.pulsar.ClusterClient}: the client that both use.
 * </ol>
 */
@NullMarked
package io.sluice.pulsar;

import org.jspecify.annotations.NullMarked;
