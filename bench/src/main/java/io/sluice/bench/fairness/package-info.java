/**
 * The command {@code ./sluice bench fairness}, which {@code Bench} adds: how evenly producers share
 * a limit, through the gateway and with Pulsar's own limiter. Load comes from {@code bench.load};
 * an index of fairness goes out through {@code bench.figures}.
 */
@NullMarked
package io.sluice.bench.fairness;

import org.jspecify.annotations.NullMarked;
