/**
 * The commands {@code ./sluice bench gateway} and {@code overhead}, which {@code Bench} adds: what
 * relaying through the gateway costs, beside pulsar-proxy and beside no proxy, with limits and
 * without. Load comes from {@code bench.load}, ratios go out through {@code bench.figures}. Other
 * benchmarks use its floods and its broker.
 */
@NullMarked
package io.sluice.bench.relay;

import org.jspecify.annotations.NullMarked;
