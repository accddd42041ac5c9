/**
 * What a quiet topic feels of a noisy one on the same connection, beside Pulsar's own limiter.
 */
@NullMarked
package io.sluice.bench.neighbours;

import org.jspecify.annotations.NullMarked;
