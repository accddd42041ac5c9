/**
 * What runs in the child JVM: one bookie, one metadata store and some brokers, told what to do
 * through standard input. It ends when its standard input does, so it cannot outlive its parent.
 */
@NullMarked
package io.sluice.embeddedpulsar.child;

import org.jspecify.annotations.NullMarked;
