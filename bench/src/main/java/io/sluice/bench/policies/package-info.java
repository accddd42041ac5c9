/**
 * The command {@code ./sluice bench policies}, which {@code Bench} adds: how much slower publishing
 * is while limits change all the time, on a node and on Pulsar. Publish latencies come in from
 * {@code bench.load}, ratios go out through {@code bench.figures}.
 */
@NullMarked
package io.sluice.bench.policies;

import org.jspecify.annotations.NullMarked;
