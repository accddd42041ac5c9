/**
 * Sluice's own API, {@code /sluice/v1}, which the command line and the console call. Requests come in through
 * {@link io.sluice.admin.api.SluiceRoutes}; answers are JSON, made of the policies ({@code admin.node}), what the
 * node does now ({@code admin.figures}) and what it did ({@code admin.history}).
 */
@NullMarked
package io.sluice.admin.api;

import org.jspecify.annotations.NullMarked;
