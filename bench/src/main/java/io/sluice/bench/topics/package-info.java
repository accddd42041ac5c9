/**
 * The command {@code ./sluice bench topics}, which {@code Bench} adds: what ten thousand topics
 * with limits cost, beside a few topics without. Load comes from {@code bench.load}; memory and CPU
 * time go out through {@code bench.figures}.
 */
@NullMarked
package io.sluice.bench.topics;

import org.jspecify.annotations.NullMarked;
