/**
 * An example to start, kill and watch: {@link io.sluice.examples.ramp.Replica} is what a user would
 * write, {@link io.sluice.examples.ramp.SlowResource} is what must not be flooded, and {@link
 * io.sluice.examples.ramp.RampExample} starts them.
 *
 * <p>{@code ./sluice example ramp} calls it; the lines that it prints are all that comes out.
 */
@NullMarked
package io.sluice.examples.ramp;

import org.jspecify.annotations.NullMarked;
