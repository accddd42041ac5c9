/**
 * What publishing feels of limits that change all the time.
 */
@NullMarked
package io.sluice.bench.policies;

import org.jspecify.annotations.NullMarked;
