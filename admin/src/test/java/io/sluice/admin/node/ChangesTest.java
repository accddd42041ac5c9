package io.sluice.admin.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.linecorp.armeria.common.HttpStatus;
import io.sluice.admin.LogCapture;
import io.sluice.admin.access.Caller;
import io.sluice.admin.http.Refusal;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyChange;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.RampUp;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

class ChangesTest {

  private static final Caller CALLER = Caller.ANONYMOUS;
  private static final PolicyKey.Group GOLD = new PolicyKey.Group("gold");
  private static final GroupQuota QUOTA = new GroupQuota(10, -1, -1, -1);
  private static final RampUp RAMP =
      new RampUp(1, 10, Duration.ofMinutes(1), RampUp.Mode.SCHEDULED);

  /** Whatever is asked of it fails. */
  private record FailingStore(Exception fault) implements PolicyStore {

    @Override
    public Policies current() {
      return Policies.NONE;
    }

    @Override
    public List<PolicyChange> changes() {
      return List.of();
    }

    @Override
    public <P extends Record> CompletionStage<Void> put(
        String who, PolicyKind<P> kind, PolicyKey key, P policy) {
      return CompletableFuture.failedFuture(fault);
    }

    @Override
    public CompletionStage<Void> remove(String who, PolicyKind<?> kind, PolicyKey key) {
      return CompletableFuture.failedFuture(fault);
    }

    @Override
    public <P extends Record> CompletionStage<Void> update(
        String who, PolicyKind<P> kind, PolicyKey key, UnaryOperator<Optional<P>> change) {
      return CompletableFuture.failedFuture(fault);
    }

    @Override
    public Subscription subscribe(Consumer<Policies> listener) {
      return () -> {};
    }
  }

  private static void assertRefused(Exception fault, String message) {
    Changes changes = new Changes(new FailingStore(fault), Optional::empty);
    assertUnavailable(
        changes.put(CALLER, PolicyKind.PUBLISH, PolicyKey.DEFAULT, PublishLimit.of(1, 0)), message);
    assertUnavailable(changes.remove(CALLER, PolicyKind.PUBLISH, PolicyKey.DEFAULT), message);
    assertUnavailable(
        changes.update(CALLER, PolicyKind.PUBLISH, PolicyKey.DEFAULT, now -> now), message);
  }

  private static void assertUnavailable(CompletionStage<?> change, String message) {
    AbstractThrowableAssert<?, ?> thrown =
        assertThatThrownBy(() -> change.toCompletableFuture().join()).cause();
    thrown.isInstanceOfSatisfying(Refusal.class, refusal -> {
      assertThat(refusal.status().code()).isEqualTo(503);
      assertThat(refusal).hasMessage(message);
    });
  }

  @Test
  void shouldSayWhyTheStoreDidNotTry() {
    assertRefused(new IllegalStateException("there are too many"), "there are too many");
  }

  @Test
  void shouldSayThatNobodyKnowsWhatHasBecomeOfIt() {
    assertRefused(
        new IOException("secret"),
        "the change is not confirmed; look whether it is there before you try again");
  }

  @Test
  void shouldNotLogAChangeThatWasNotMade() {
    try (LogCapture log = new LogCapture()) {
      assertRefused(new IllegalStateException("there are too many"), "there are too many");

      assertThat(log.lines())
          .filteredOn(line -> line.contains("policy changed"))
          .as("of put and remove, but not of the update, of which nothing is known")
          .hasSize(2)
          .allMatch(line -> line.contains("failed: there are too many"));
    }
  }

  /** Or a group that is made anew by this name would rise by it. */
  @Test
  void shouldNotRestoreTheRampOfAGroupThatAnotherOperatorHasRemoved() {
    PolicyStore store = new InMemoryPolicyStore(
        Policies.NONE.with(PolicyKind.GROUP, GOLD, QUOTA).with(PolicyKind.RAMP, GOLD, RAMP));

    assertThatThrownBy(() -> remove(store, quota -> {
          if (quota.isEmpty()) {
            throw new Refusal(HttpStatus.NOT_FOUND, "there is no such group");
          }
          store.remove("another", PolicyKind.RAMP, GOLD);
          store.remove("another", PolicyKind.GROUP, GOLD);
        }))
        .hasRootCauseMessage("there is no such group");

    assertThat(store.current().size()).isZero();
  }

  @Test
  void shouldRestoreTheRampOfAGroupThatIsNotRemoved() {
    PolicyStore store = new InMemoryPolicyStore(
        Policies.NONE.with(PolicyKind.GROUP, GOLD, QUOTA).with(PolicyKind.RAMP, GOLD, RAMP));
    AtomicInteger checks = new AtomicInteger();

    assertThatThrownBy(() -> remove(store, quota -> {
          // Called once before anything is done, and once more with the change.
          if (checks.incrementAndGet() == 2) {
            throw new Refusal(HttpStatus.CONFLICT, "it has members now");
          }
        }))
        .hasRootCauseMessage("it has members now");

    assertThat(store.current().get(PolicyKind.RAMP, GOLD)).contains(RAMP);
    assertThat(store.current().get(PolicyKind.GROUP, GOLD)).contains(QUOTA);
  }

  private static void remove(PolicyStore store, Consumer<Optional<GroupQuota>> check) {
    new Changes(store, Optional::empty)
        .removeGroup(CALLER, GOLD, check)
        .toCompletableFuture()
        .join();
  }

  @Test
  void shouldNotTellOfChangesWhileNobodyKnowsThePolicies() {
    Changes changes =
        new Changes(new FailingStore(new IOException()), () -> Optional.of("they are being read"));

    assertThatThrownBy(changes::recent)
        .isInstanceOf(Refusal.class)
        .hasMessage("they are being read");
  }
}
