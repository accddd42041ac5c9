/**
 * The command {@code ./sluice bench nodes}, which {@code Bench} adds: how well three nodes hold one
 * topic's limit together, without and with a home for it, beside the topic's single owner in a stock
 * Pulsar. Acknowledged messages are counted by {@code bench.load}; how near they come to the limit,
 * and how soon after a change, goes out through {@code bench.figures}.
 */
@NullMarked
package io.sluice.bench.nodes;

import org.jspecify.annotations.NullMarked;
