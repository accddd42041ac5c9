/**
 * How much slower publishing is while limits change all the time.
 */
@NullMarked
package io.sluice.bench.policies;

import org.jspecify.annotations.NullMarked;
