/**
 * The node as the admin server sees it. The node hands in {@link io.sluice.admin.node.NodeAccess} and
 * {@link io.sluice.admin.node.AdminConfig}; both APIs, {@code admin.api} and {@code admin.pulsar}, change
 * policies through {@link io.sluice.admin.node.Changes} only, which writes the audit log.
 */
@NullMarked
package io.sluice.admin.node;

import org.jspecify.annotations.NullMarked;
