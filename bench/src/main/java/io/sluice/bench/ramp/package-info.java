/**
 * The command {@code ./sluice bench ramp}, which {@code Bench} adds: what the ramp throttle costs,
 * beside limiters that ask Redis for every message. It starts a Redis; ratios go out through {@code
 * bench.figures}.
 */
@NullMarked
package io.sluice.bench.ramp;

import org.jspecify.annotations.NullMarked;
