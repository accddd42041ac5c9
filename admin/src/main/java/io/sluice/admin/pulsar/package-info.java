/** Pulsar's own admin API: what of it is Sluice's, and the way to the cluster for the rest. */
@NullMarked
package io.sluice.admin.pulsar;

import org.jspecify.annotations.NullMarked;
