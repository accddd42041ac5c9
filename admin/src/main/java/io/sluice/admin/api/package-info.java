/**
 * Sluice's own API, {@code /sluice/v1}, which the command line and the console call. {@code
 * AdminServer} adds {@link io.sluice.admin.api.SluiceRoutes}, through which requests come in.
 * Answers go out as JSON, made of the policies ({@code admin.node}), what the node does now ({@code
 * admin.figures}) and what it did ({@code admin.history}).
 */
@NullMarked
package io.sluice.admin.api;

import org.jspecify.annotations.NullMarked;
