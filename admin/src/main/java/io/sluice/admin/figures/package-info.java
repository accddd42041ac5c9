/**
 * What a node does now: {@link io.sluice.admin.figures.Sampler} looks at its connections again and again, and
 * {@link io.sluice.admin.figures.Figures} is what has happened between two looks. The routes of
 * {@code admin.api} and {@code admin.history} read the figures.
 */
@NullMarked
package io.sluice.admin.figures;

import org.jspecify.annotations.NullMarked;
