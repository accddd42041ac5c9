/**
 * A real Pulsar cluster in a JVM of its own: {@link io.sluice.embeddedpulsar.EmbeddedPulsar} starts
 * it, talks to it and stops it. This side needs the JDK alone; Pulsar is on the class path of the
 * child, which the build has written down beside these classes.
 *
 * <p>Options come in, and service URLs come out. Standalone mode, the demo, the benchmarks and the tests of most
 * modules call it.
 */
@NullMarked
package io.sluice.embeddedpulsar;

import org.jspecify.annotations.NullMarked;
