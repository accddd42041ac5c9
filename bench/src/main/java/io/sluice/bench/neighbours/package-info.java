/**
 * How much slower a quiet topic is beside a noisy one on the same connection, and the same with Pulsar's own limiter.
 */
@NullMarked
package io.sluice.bench.neighbours;

import org.jspecify.annotations.NullMarked;
