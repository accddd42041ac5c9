/**
 * How evenly producers share a limit, beside Pulsar's own limiter.
 */
@NullMarked
package io.sluice.bench.fairness;

import org.jspecify.annotations.NullMarked;
