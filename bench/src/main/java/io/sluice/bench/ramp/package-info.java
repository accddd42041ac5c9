/**
 * What the ramp throttle costs, beside limiters that ask Redis for every message.
 */
@NullMarked
package io.sluice.bench.ramp;

import org.jspecify.annotations.NullMarked;
