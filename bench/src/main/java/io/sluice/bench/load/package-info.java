/**
 * The load of the benchmarks that have a broker: clients, and producers that push or keep a pace.
 * The benchmarks hand in a service URL and how much to send; messages go to it, and counts and
 * latencies come back.
 */
@NullMarked
package io.sluice.bench.load;

import org.jspecify.annotations.NullMarked;
