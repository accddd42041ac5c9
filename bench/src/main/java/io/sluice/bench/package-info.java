/** Benchmarks of Sluice beside its peers. Figures are ratios within one run. */
@NullMarked
package io.sluice.bench;

import org.jspecify.annotations.NullMarked;
