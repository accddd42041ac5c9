/**
 * A client, the broker that it is relayed to, and the verdict on each frame between them.
 *
 * <p>A connection comes in through {@code ClientPipeline} and becomes a {@code Session}. {@code ClientFrames}
 * and {@code BrokerFrames} decide about each frame: it passes, or the gateway answers, rewrites, holds or drops
 * it. Lookups' answers are rewritten so that clients come back through the gateway.
 */
@NullMarked
package io.sluice.gateway.internal.session;

import org.jspecify.annotations.NullMarked;
