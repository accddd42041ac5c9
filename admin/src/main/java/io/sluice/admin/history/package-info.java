/**
 * What a node did in the last 15 minutes. {@link io.sluice.admin.history.History} is the way in:
 * the {@code Sampler} hands it the figures of each look at the node's connections. The routes of
 * {@code admin.api} ask it for what charts show, and for what another limit would have done.
 */
@NullMarked
package io.sluice.admin.history;

import org.jspecify.annotations.NullMarked;
