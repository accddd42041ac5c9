/**
 * What a connection may publish. A SEND comes in with its producer's id. It goes out to the broker
 * at once, or {@code Producer} holds it until the producer's limits have tokens. Past the bounds of
 * the connection or the node, the connection is not read.
 *
 * <p>An <em>aware</em> client has set {@code supports_throttle_producer_commands} in its CONNECT
 * (PIP-385); {@code ThrottleNotifier} sends it THROTTLE_PRODUCER. Any other client is a
 * <em>stock</em> client. A <em>turn</em> is what a limiter's queue has reserved for one producer:
 * tokens that only this producer can use.
 *
 * <p>{@code session} calls {@code PublishThrottle} for each SEND, each send receipt or error, each
 * throttle receipt, and each producer that opens or closes. {@code limit} calls when a turn has
 * come.
 */
@NullMarked
package io.sluice.gateway.internal.publish;

import org.jspecify.annotations.NullMarked;
