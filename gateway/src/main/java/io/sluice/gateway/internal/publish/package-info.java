/**
 * What a connection may publish. A SEND comes in with its producer's id. It goes out to the broker
 * at once, or is held until the producer's limits have tokens. Aware clients are sent
 * THROTTLE_PRODUCER; past the bounds of the connection or the node, the connection is not read.
 *
 * <p>{@code session} calls {@code PublishThrottle} for each SEND, each send receipt or error, each
 * throttle receipt, and each producer that opens or closes. {@code limit} calls when a turn has
 * come.
 */
@NullMarked
package io.sluice.gateway.internal.publish;

import org.jspecify.annotations.NullMarked;
