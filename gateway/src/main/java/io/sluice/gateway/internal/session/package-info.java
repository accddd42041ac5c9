/**
 * A client's connection, the broker's connection that it is relayed to, and the verdict on each
 * frame between them.
 *
 * <p>{@code Gateway} has {@code ClientPipeline} set up each connection that is accepted, which
 * becomes a {@code Session}. Frames come in from the {@code FrameReader} of either side, and {@code
 * ClientFrames} and {@code BrokerFrames} decide about each. Frames that pass go out to the other
 * side; the others are answered, rewritten, held or dropped. Answers to lookups are rewritten so
 * that clients come back through the gateway.
 */
@NullMarked
package io.sluice.gateway.internal.session;

import org.jspecify.annotations.NullMarked;
