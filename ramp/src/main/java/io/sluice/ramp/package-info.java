/**
 * The ramp throttle: the replicas of a process share one rate towards something that must not be
 * flooded, and the rate ramps up. It depends on nothing but the JDK.
 *
 * <p>Read it in this order:
 *
 * <ol>
 *   <li>{@link io.sluice.ramp.RampConfig} and {@link io.sluice.ramp.RampMode}: what is wanted.
 *   <li>{@link io.sluice.ramp.RampThrottle} and {@link io.sluice.ramp.Permit}: what callers see.
 *   <li>{@code Ramp}, {@code Second} and {@code Tokens}: the level, the tokens of one second, and
 *       the step from one to the next. No store is involved in a grant.
 *   <li>{@code Membership} and {@code Agreement}: the conversation with the {@link
 *       io.sluice.ramp.PoolStore} in the background, and what it has led to so far.
 *   <li>{@code WaitingRoom}: the callers that asked when nothing was left.
 *   <li>{@link io.sluice.ramp.RampLevel}: the level alone, for callers that count use themselves.
 * </ol>
 *
 * <p>A replica asks for a number of messages and gets a permit for some, none, or a wait. Pipelines call it; {@code
 * io.sluice.gateway} uses the level alone, for ramps that are policies.
 */
@NullMarked
package io.sluice.ramp;

import org.jspecify.annotations.NullMarked;
