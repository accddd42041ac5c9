/**
 * What a connection's consumers may be sent. The permits of a client's FLOW come in and are withheld; as many
 * as the limits allow go out to the broker. Messages are charged as they pass.
 *
 * <p>{@code session} calls it for each FLOW, MESSAGE and consumer that opens or closes, {@code limit} when a
 * turn has come.
 */
@NullMarked
package io.sluice.gateway.internal.dispatch;

import org.jspecify.annotations.NullMarked;
