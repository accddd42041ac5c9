/**
 * What nodes and replicas would do: the classes they run, on time that is moved by hand, with faults that
 * follow from a seed, and checks of what came out.
 *
 * <p>A {@link io.sluice.simulator.Scenario} says what happens; {@link io.sluice.simulator.Simulation} runs
 * it and leaves a {@link io.sluice.simulator.Trace}; {@link io.sluice.simulator.Verdict} judges that one.
 *
 * <p>A seed or a scenario comes in; out come a trace, what is wrong with it, and the command that runs it again.
 * {@code ./sluice simulate} and the tests call it.
 */
@NullMarked
package io.sluice.simulator;

import org.jspecify.annotations.NullMarked;
