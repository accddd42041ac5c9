/**
 * What a node does now. {@link io.sluice.admin.figures.Sampler} asks the gateway for its
 * connections once per second, or every five seconds while no client wants figures, and makes
 * {@link io.sluice.admin.figures.Figures} of each two looks: rates of topics, producers and
 * consumers. {@code admin.api} starts the sampler; its routes and {@code admin.history} read the
 * figures.
 */
@NullMarked
package io.sluice.admin.figures;

import org.jspecify.annotations.NullMarked;
