/**
 * What relaying through the gateway costs, beside pulsar-proxy and beside no proxy, with limits and without.
 */
@NullMarked
package io.sluice.bench.relay;

import org.jspecify.annotations.NullMarked;
