package io.sluice.core;

import io.sluice.core.ThrottleGateTest.Why;
import java.util.Set;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Explores interleavings of acquiring and releasing: all answers and errors are linearizable. */
@Param(name = "reason", gen = IntGen.class, conf = "0:1")
public class ThrottleGateLincheckTest {

  private static final Why[] REASONS = Why.values();

  private volatile boolean toldClosed;
  private final ThrottleGate<Why> gate =
      new ThrottleGate<>(Why.class, closed -> toldClosed = closed);

  @Operation
  public void acquire(@Param(name = "reason") int reason) {
    gate.acquire(REASONS[reason]);
  }

  @Operation
  public void release(@Param(name = "reason") int reason) {
    gate.release(REASONS[reason]);
  }

  @Operation
  public boolean isClosed() {
    return gate.isClosed();
  }

  @Operation
  public int holds(@Param(name = "reason") int reason) {
    return gate.holds(REASONS[reason]);
  }

  @Operation
  public Set<Why> reasons() {
    return Set.copyOf(gate.reasons());
  }

  @Validate
  public void theListenerKnowsTheFinalState() {
    if (toldClosed != gate.isClosed()) {
      throw new AssertionError("told closed=" + toldClosed + ", is closed=" + gate.isClosed());
    }
  }

  @Test
  void shouldBeLinearizable() {
    new ModelCheckingOptions()
        .iterations(10)
        .invocationsPerIteration(300)
        .threads(2)
        .actorsPerThread(3)
        .check(getClass());
    new StressOptions()
        .iterations(10)
        .invocationsPerIteration(300)
        .threads(2)
        .actorsPerThread(3)
        .check(getClass());
  }
}
