/**
 * What is measured, each in a JVM of its own: a gateway, a node, a peer. The benchmarks start them
 * with limits as arguments, get the service URL, and read CPU time, memory and metrics of the
 * process.
 */
@NullMarked
package io.sluice.bench.process;

import org.jspecify.annotations.NullMarked;
