/**
 * What a benchmark found: named numbers, medians over rounds, shares. Every benchmark reports through these.
 */
@NullMarked
package io.sluice.bench.figures;

import org.jspecify.annotations.NullMarked;
