/**
 * The ramp throttle's configuration as a YAML file: the {@code rateLimit} block.
 *
 * <p>Read it in this order:
 *
 * <ol>
 *   <li>{@link io.sluice.rampyaml.RampSpec}: what a file says, and the way to read one.
 *   <li>{@code RateLimitReader}, {@code StoreReader} and {@code RedisReader}: which keys there are
 *       and what becomes of them. What values are allowed is up to the configurations themselves.
 * </ol>
 *
 * <p>The way of reading is that of {@code io.sluice.yaml}. No message quotes what may be a secret:
 * texts are never repeated, only numbers, durations and choices are.
 *
 * <p>A file comes in; a configuration and a store for {@code io.sluice.ramp} come out, or a list of faults.
 * Applications and the commands {@code ramp check} and {@code ramp plot} call it.
 */
@NullMarked
package io.sluice.rampyaml;

import org.jspecify.annotations.NullMarked;
