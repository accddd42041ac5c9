/** A real Redis for tests, benchmarks and examples. */
@NullMarked
package io.sluice.rampredis.testing;

import org.jspecify.annotations.NullMarked;
