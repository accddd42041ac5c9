/**
 * Benchmarks of Sluice beside its peers: a package for each subject that is measured, and {@code figures},
 * {@code load} and {@code process}, which they share. {@code Bench} is the command; figures are ratios within
 * one run.
 */
@NullMarked
package io.sluice.bench;

import org.jspecify.annotations.NullMarked;
