/**
 * What a connection may publish. Every SEND comes in with its producer; it passes to the broker at once, or
 * it is held until the producer's limits have room. Clients that understand it are told.
 *
 * <p>{@code session} calls it for each SEND, receipt and producer that opens or closes, {@code limit} when a
 * turn has come.
 */
@NullMarked
package io.sluice.gateway.internal.publish;

import org.jspecify.annotations.NullMarked;
