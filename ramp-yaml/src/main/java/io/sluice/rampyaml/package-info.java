/**
 * The ramp throttle's configuration as a YAML file: the {@code rateLimit} block.
 *
 * <p>Read it in this order:
 *
 * <ol>
 *   <li>{@link io.sluice.rampyaml.RampSpec}: what a file says, and the way to read one.
 *   <li>{@code RateLimitReader}, {@code StoreReader} and {@code RedisReader}: which keys there are
 *       and what becomes of them. What values are allowed is up to the configurations themselves.
 *   <li>{@code Block} and {@code Setting}: a mapping and an entry of the file, which know where they
 *       stand in it.
 *   <li>{@code SpecText}: from text to the tree that SnakeYAML composes, within bounds.
 * </ol>
 *
 * <p>No message quotes what may be a secret: texts are never repeated, only numbers, durations and
 * choices are.
 */
@NullMarked
package io.sluice.rampyaml;

import org.jspecify.annotations.NullMarked;
