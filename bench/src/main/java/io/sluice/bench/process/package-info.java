/**
 * What is measured, each in a JVM of its own: a gateway, a node, a peer; their limits come in as arguments, and
 * their metrics go out over HTTP.
 */
@NullMarked
package io.sluice.bench.process;

import org.jspecify.annotations.NullMarked;
