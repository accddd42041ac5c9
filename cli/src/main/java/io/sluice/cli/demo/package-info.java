/**
 * The command {@code ./sluice demo}: what a topic over its quota does to its neighbour, with
 * Pulsar's own limiter and through Sluice. {@code SluiceCli} adds it. Nothing comes in: it starts a
 * Pulsar and a node of its own. What it measures is printed second by second, and summed up at the
 * end.
 *
 * <ol>
 *   <li>{@link io.sluice.cli.demo.DemoCommand}: starts everything, and ends it.
 *   <li>{@code Neighbours}: the two producers, and what each second shows of them.
 *   <li>{@code Figures}: what was seen in some time, {@code Outcome} in a whole part of the demo.
 *   <li>{@code Screen}: how that is shown.
 * </ol>
 */
@NullMarked
package io.sluice.cli.demo;

import org.jspecify.annotations.NullMarked;
