/**
 * Benchmarks of Sluice beside its peers: a package for each subject, and {@code figures}, {@code
 * load} and {@code process}, which they share. The launcher calls {@code Bench}, which runs one
 * command. Its figures, ratios within one run, are printed and written to {@code target/bench}.
 */
@NullMarked
package io.sluice.bench;

import org.jspecify.annotations.NullMarked;
