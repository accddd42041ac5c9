/**
 * The command {@code ./sluice bench bucket}, which {@code Bench} adds: what the token bucket and
 * the limiter cost, beside their peers. JMH measures; throughputs and their ratios go out through
 * {@code bench.figures}.
 */
@NullMarked
package io.sluice.bench.bucket;

import org.jspecify.annotations.NullMarked;
