/**
 * The ramp throttle's store on Redis: {@link io.sluice.rampredis.RedisConfig} says where, {@link
 * io.sluice.rampredis.RedisPoolStore} does it. What happens in Redis stands in the Lua scripts
 * beside these classes; each operation is one of them.
 */
@NullMarked
package io.sluice.rampredis;

import org.jspecify.annotations.NullMarked;
