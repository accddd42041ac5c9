/**
 * The ramp throttle's store on Redis: {@link io.sluice.rampredis.RedisConfig} says where, {@link
 * io.sluice.rampredis.RedisPoolStore} does it. What happens in Redis stands in the Lua scripts
 * beside these classes; each operation is one of them.
 *
 * <p>A {@code RampThrottle} that is given such a store calls it from its background thread; its reports go to Redis,
 * and the size of the pool comes back.
 */
@NullMarked
package io.sluice.rampredis;

import org.jspecify.annotations.NullMarked;
