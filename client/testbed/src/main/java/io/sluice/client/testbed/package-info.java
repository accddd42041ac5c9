/**
 * A real node in front of a real Pulsar, for tests of clients: {@link
 * io.sluice.client.testbed.Testbed}. This side needs the JDK alone, so that a client under test has the
 * libraries that it would have in an application; the node and Pulsar have JVMs of their own.
 */
@NullMarked
package io.sluice.client.testbed;

import org.jspecify.annotations.NullMarked;
