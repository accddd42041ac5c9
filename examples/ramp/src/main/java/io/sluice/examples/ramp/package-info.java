/**
 * An example to start, kill and watch: {@link io.sluice.examples.ramp.Replica} is what a user would
 * write, {@link io.sluice.examples.ramp.SlowResource} is what must not be flooded, and {@link
 * io.sluice.examples.ramp.RampExample} starts them.
 */
@NullMarked
package io.sluice.examples.ramp;

import org.jspecify.annotations.NullMarked;
