/**
 * What a benchmark found. Every benchmark hands in its measurements: named numbers, medians over
 * rounds, shares. They go out as lines on the standard output and as JSON in {@code target/bench}.
 */
@NullMarked
package io.sluice.bench.figures;

import org.jspecify.annotations.NullMarked;
