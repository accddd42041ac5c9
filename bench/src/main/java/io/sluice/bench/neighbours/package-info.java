/**
 * The command {@code ./sluice bench neighbours}, which {@code Bench} adds: how much slower a quiet
 * topic is beside a noisy one on the same connection, through the gateway and with Pulsar's own
 * limiter. Publish latencies come in from {@code bench.load}, ratios go out through {@code
 * bench.figures}.
 */
@NullMarked
package io.sluice.bench.neighbours;

import org.jspecify.annotations.NullMarked;
