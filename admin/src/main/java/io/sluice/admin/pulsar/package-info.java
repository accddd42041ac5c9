/**
 * Pulsar's own admin API. {@code AdminServer} adds {@link io.sluice.admin.pulsar.PulsarRoutes},
 * through which requests of Pulsar's tools come in. Requests about limits and resource groups read
 * or change the policies ({@code admin.node}); all others are forwarded to the cluster, and its
 * answers come back. {@code admin.api} asks {@link io.sluice.admin.pulsar.ClusterCheck} whether a
 * namespace or tenant exists.
 */
@NullMarked
package io.sluice.admin.pulsar;

import org.jspecify.annotations.NullMarked;
