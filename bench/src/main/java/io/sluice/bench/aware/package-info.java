/**
 * The command {@code ./sluice bench aware}, which {@code Bench} adds: what the client's add-on
 * changes and costs, beside the stock client. Its clients run in a JVM of their own, as the
 * add-on's client has another Netty; that JVM's ratios go out through {@code bench.figures}.
 */
@NullMarked
package io.sluice.bench.aware;

import org.jspecify.annotations.NullMarked;
