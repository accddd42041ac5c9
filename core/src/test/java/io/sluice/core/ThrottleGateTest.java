package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThrottleGateTest {

  enum Why implements ThrottleGate.Reason {
    TOPIC_OVER_QUOTA(true),
    BUFFER_FULL(false);

    private final boolean reentrant;

    Why(boolean reentrant) {
      this.reentrant = reentrant;
    }

    @Override
    public boolean isReentrant() {
      return reentrant;
    }
  }

  private final List<Boolean> told = new ArrayList<>();
  private final ThrottleGate<Why> gate = new ThrottleGate<>(Why.class, told::add);

  @Test
  void shouldCloseOnTheFirstReasonAndOpenOnTheLast() {
    gate.acquire(Why.TOPIC_OVER_QUOTA);
    gate.acquire(Why.BUFFER_FULL);
    gate.release(Why.TOPIC_OVER_QUOTA);
    assertThat(gate.isClosed()).isTrue();
    assertThat(gate.reasons()).containsExactly(Why.BUFFER_FULL);
    assertThat(told).containsExactly(true);

    gate.release(Why.BUFFER_FULL);
    assertThat(gate.isClosed()).isFalse();
    assertThat(gate.reasons()).isEmpty();
    assertThat(told).containsExactly(true, false);
  }

  @Test
  void shouldCountReentrantReasons() {
    gate.acquire(Why.TOPIC_OVER_QUOTA);
    gate.acquire(Why.TOPIC_OVER_QUOTA);
    assertThat(gate.holds(Why.TOPIC_OVER_QUOTA)).isEqualTo(2);

    gate.release(Why.TOPIC_OVER_QUOTA);
    assertThat(gate.isClosed()).isTrue();
    gate.release(Why.TOPIC_OVER_QUOTA);
    assertThat(gate.isClosed()).isFalse();
  }

  @Test
  void shouldTreatOtherReasonsAsSwitches() {
    gate.acquire(Why.BUFFER_FULL);
    gate.acquire(Why.BUFFER_FULL);
    assertThat(gate.holds(Why.BUFFER_FULL)).isEqualTo(1);

    gate.release(Why.BUFFER_FULL);
    assertThat(gate.isClosed()).isFalse();
  }

  @Test
  void shouldRefuseToReleaseWhatIsNotHeld() {
    gate.acquire(Why.BUFFER_FULL);

    assertThatIllegalStateException()
        .isThrownBy(() -> gate.release(Why.TOPIC_OVER_QUOTA))
        .withMessage("TOPIC_OVER_QUOTA was released without being held; the gate is held by"
            + " {BUFFER_FULL=1}");

    assertThat(gate.isClosed()).isTrue();
    assertThat(gate.holds(Why.TOPIC_OVER_QUOTA)).isZero();
    gate.release(Why.BUFFER_FULL);
    assertThatIllegalStateException().isThrownBy(() -> gate.release(Why.BUFFER_FULL));
    assertThat(told).containsExactly(true, false);
  }

  @Test
  void shouldTellTheLatestStateToAListenerThatChangesTheGate() {
    List<Boolean> heard = new ArrayList<>();
    List<ThrottleGate<Why>> self = new ArrayList<>();
    ThrottleGate<Why> reopening = new ThrottleGate<>(Why.class, closed -> {
      heard.add(closed);
      if (closed) {
        self.get(0).release(Why.BUFFER_FULL);
      }
    });
    self.add(reopening);

    reopening.acquire(Why.BUFFER_FULL);

    assertThat(heard).containsExactly(true, false);
  }

  @Test
  void shouldGoOnAfterAListenerThrew() {
    List<Boolean> heard = new ArrayList<>();
    IOException fault = new IOException("thrown without being declared");
    ThrottleGate<Why> failing = new ThrottleGate<>(Why.class, closed -> {
      heard.add(closed);
      if (closed) {
        throwUndeclared(fault);
      }
    });

    assertThatThrownBy(() -> failing.acquire(Why.BUFFER_FULL)).isSameAs(fault);
    assertThat(failing.isClosed()).isTrue();
    failing.release(Why.BUFFER_FULL);

    assertThat(heard).containsExactly(true, false);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <E extends Exception> void throwUndeclared(Exception fault) throws E {
    throw (E) fault;
  }
}
