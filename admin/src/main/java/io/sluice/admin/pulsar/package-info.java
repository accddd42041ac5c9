/**
 * Pulsar's own admin API. Requests come in through {@link io.sluice.admin.pulsar.PulsarRoutes}: what is Sluice's
 * goes to the policies ({@code admin.node}), the rest to the cluster and back. {@code admin.api} asks
 * {@link io.sluice.admin.pulsar.ClusterCheck} whether a namespace or tenant exists.
 */
@NullMarked
package io.sluice.admin.pulsar;

import org.jspecify.annotations.NullMarked;
