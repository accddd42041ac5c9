/**
 * The load of the benchmarks that have a broker: clients, and producers that push or keep a pace.
 */
@NullMarked
package io.sluice.bench.load;

import org.jspecify.annotations.NullMarked;
