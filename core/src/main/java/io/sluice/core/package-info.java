/**
 * The limiter core: what every limit in Sluice is made of. It depends on nothing but the JDK.
 *
 * <p>Read it in this order, which is the order in which a message meets it:
 *
 * <ol>
 *   <li>{@link io.sluice.core.Rate} and {@link io.sluice.core.NanoClock}: what is allowed, and
 *       when.
 *   <li>{@link io.sluice.core.TokenBucket}: the account of one quantity.
 *   <li>{@link io.sluice.core.Limiter}: messages and bytes together, enforced or only counted.
 *   <li>{@link io.sluice.core.ThrottleQueue} and {@link io.sluice.core.Waiter}: the queue of those
 *       that the limiter said no to, and the order in which they go on.
 *   <li>{@link io.sluice.core.ThrottleGate}: whether a connection is read at all, and why not.
 * </ol>
 *
 * <p>Messages and bytes come in as two numbers; out come an answer, yes or no, and turns for those that wait. The
 * gateway calls it for every frame under a limit, and applications may.
 */
@NullMarked
package io.sluice.core;

import org.jspecify.annotations.NullMarked;
