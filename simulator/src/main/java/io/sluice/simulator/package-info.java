/**
 * What nodes and replicas would do: the classes they run, on time that is moved by hand, with faults that
 * follow from a seed, and checks of what came out.
 *
 * <p>A {@link io.sluice.simulator.Scenario} says what happens; {@link io.sluice.simulator.Simulation} runs
 * it and leaves a {@link io.sluice.simulator.Trace}; {@link io.sluice.simulator.Verdict} judges that one.
 */
@NullMarked
package io.sluice.simulator;

import org.jspecify.annotations.NullMarked;
