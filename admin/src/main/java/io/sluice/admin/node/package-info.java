/**
 * The node as the admin server sees it. {@code server} hands in {@link
 * io.sluice.admin.node.NodeSources} and {@link io.sluice.admin.node.AdminConfig}. {@code admin.api}
 * and {@code admin.pulsar} read the node through them, and change policies only through {@link
 * io.sluice.admin.node.Changes}, which puts them into the {@code PolicyStore} and writes the audit
 * log.
 */
@NullMarked
package io.sluice.admin.node;

import org.jspecify.annotations.NullMarked;
