/**
 * What runs in the child JVM: one bookie, one metadata store and some brokers, told what to do
 * through standard input. It ends when its standard input does, so it cannot outlive its parent.
 *
 * <p>Only {@code EmbeddedPulsar} starts it: commands come in a line each, and each is answered by a line on standard
 * output.
 */
@NullMarked
package io.sluice.embeddedpulsar.child;

import org.jspecify.annotations.NullMarked;
