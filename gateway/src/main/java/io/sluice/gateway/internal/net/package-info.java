/**
 * Connections: sockets and TLS towards clients and brokers, which brokers may be dialled, how many
 * clients may connect, and the frames in the bytes that were read.
 *
 * <p>Bytes come in from Netty. {@code FrameReader} finds the frames, asks the session for a verdict
 * on each, and hands over those that pass. {@code session} and {@code Gateway} call this package.
 * {@code SessionContext} is what {@code publish} and {@code dispatch} may ask of their session.
 */
@NullMarked
package io.sluice.gateway.internal.net;

import org.jspecify.annotations.NullMarked;
