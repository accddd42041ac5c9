/**
 * Connections: sockets and TLS towards clients and brokers, which brokers may be dialled, how many clients
 * may connect, and the frames in the bytes that were read.
 *
 * <p>Bytes come in from Netty, and {@code FrameReader} hands frames to the session. {@code SessionContext} is
 * what publishing and dispatching may ask of a session.
 */
@NullMarked
package io.sluice.gateway.internal.net;

import org.jspecify.annotations.NullMarked;
