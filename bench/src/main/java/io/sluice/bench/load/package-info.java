/**
 * The load of the benchmarks that have a broker: clients, producers that push or keep a pace, and waiting.
 */
@NullMarked
package io.sluice.bench.load;

import org.jspecify.annotations.NullMarked;
