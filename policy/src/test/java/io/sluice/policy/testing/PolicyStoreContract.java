package io.sluice.policy.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.policy.Policies;
import io.sluice.policy.PolicyChange;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.PublishLimit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What every store has to do. Each test starts with an empty one. */
public abstract class PolicyStoreContract {

  private static final PolicyKey ORDERS = PolicyKey.topic("orders");
  private static final PolicyKey BILLS = PolicyKey.topic("bills");
  private static final PublishLimit LOW = PublishLimit.of(10, 0);
  private static final PublishLimit HIGH = PublishLimit.of(1000, 1_000_000);

  /** The store under test, empty at first and always the same within a test. */
  protected abstract PolicyStore store();

  @Test
  void shouldShowWhatWasPut() throws Exception {
    await(store().put(PolicyKind.PUBLISH, ORDERS, LOW));
    await(store().put(PolicyKind.PUBLISH, BILLS, HIGH.inShadow()));
    await(store().put(PolicyKind.PUBLISH, ORDERS, HIGH));

    assertThat(store().current().all(PolicyKind.PUBLISH))
        .containsOnlyKeys(ORDERS, BILLS)
        .containsEntry(ORDERS, HIGH)
        .containsEntry(BILLS, HIGH.inShadow());
  }

  @Test
  void shouldNotShowWhatWasRemoved() throws Exception {
    await(store().put(PolicyKind.PUBLISH, ORDERS, LOW));
    await(store().put(PolicyKind.PUBLISH, BILLS, LOW));

    await(store().remove(PolicyKind.PUBLISH, ORDERS));
    await(store().remove(PolicyKind.PUBLISH, PolicyKey.DEFAULT)); // which was never there

    assertThat(store().current().all(PolicyKind.PUBLISH)).containsOnlyKeys(BILLS);
  }

  @Test
  void shouldNotChangeASnapshot() throws Exception {
    Policies before = store().current();

    await(store().put(PolicyKind.PUBLISH, ORDERS, LOW));

    assertThat(before.all(PolicyKind.PUBLISH)).isEmpty();
  }

  @Test
  void shouldTellAListenerWhatThereIsAndThenOfChangesUpToTheLatest() throws Exception {
    await(store().put(PolicyKind.PUBLISH, ORDERS, LOW));
    List<Policies> told = new CopyOnWriteArrayList<>();
    CompletableFuture<Void> latest = new CompletableFuture<>();

    PolicyStore.Subscription subscription = store().subscribe(policies -> {
      told.add(policies);
      if (HIGH.equals(policies.all(PolicyKind.PUBLISH).get(BILLS))) {
        latest.complete(null);
      }
    });
    for (int i = 1; i <= 100; i++) {
      await(store().put(PolicyKind.PUBLISH, BILLS, PublishLimit.of(i, 0)));
    }
    await(store().put(PolicyKind.PUBLISH, BILLS, HIGH));

    await(latest);
    assertThat(told.get(0).all(PolicyKind.PUBLISH)).containsEntry(ORDERS, LOW);
    int before = told.size();
    subscription.close();
    await(store().put(PolicyKind.PUBLISH, BILLS, LOW));
    assertThat(told).hasSize(before);
  }

  @Test
  void shouldLoseNoChangeOfAnotherKey() throws Exception {
    List<CompletableFuture<Void>> changes = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      PolicyKey key = PolicyKey.topic("topic-" + i);
      changes.add(CompletableFuture.supplyAsync(() -> store().put(PolicyKind.PUBLISH, key, LOW))
          .thenCompose(CompletionStage::toCompletableFuture));
    }

    await(CompletableFuture.allOf(changes.toArray(CompletableFuture[]::new)));

    assertThat(store().current().all(PolicyKind.PUBLISH)).hasSize(200);
  }

  @Test
  void shouldTellWhoChangedWhatTheNewestFirst() throws Exception {
    Instant start = Instant.now().minusSeconds(1);
    await(store().put("alice", PolicyKind.PUBLISH, ORDERS, LOW));
    await(store().put(PolicyKind.PUBLISH, ORDERS, HIGH));
    await(store().put("bob", PolicyKind.PUBLISH, ORDERS, HIGH)); // as it is already
    await(store().remove("bob", PolicyKind.PUBLISH, BILLS)); // which was never there
    await(store().remove("bob", PolicyKind.PUBLISH, ORDERS));

    List<PolicyChange> changes = store().changes();

    assertThat(changes)
        .extracting(PolicyChange::who, PolicyChange::before, PolicyChange::after)
        .containsExactly(
            tuple("bob", Optional.of(HIGH), Optional.empty()),
            tuple("", Optional.of(LOW), Optional.of(HIGH)),
            tuple("alice", Optional.empty(), Optional.of(LOW)));
    assertThat(changes).extracting(PolicyChange::id).doesNotHaveDuplicates();
    assertThat(changes).allSatisfy(change -> {
      assertThat(change.kind()).isEqualTo(PolicyKind.PUBLISH);
      assertThat(change.key()).isEqualTo(ORDERS);
      assertThat(change.time()).isBetween(start, Instant.now().plusSeconds(1));
    });
  }

  @Test
  void shouldForgetTheOldestChangesBeyondTheBound() throws Exception {
    List<CompletableFuture<Void>> made = new ArrayList<>();
    String longName = "x".repeat(1000);
    int all = PolicyStore.MOST_CHANGES + 5;
    for (int i = 0; i < all; i++) {
      made.add(store()
          .put(longName, PolicyKind.PUBLISH, PolicyKey.topic("topic-" + i), LOW)
          .toCompletableFuture());
    }

    await(CompletableFuture.allOf(made.toArray(CompletableFuture[]::new)));

    List<PolicyChange> changes = store().changes();
    assertThat(changes).hasSize(PolicyStore.MOST_CHANGES);
    assertThat(changes.get(0).key()).isEqualTo(PolicyKey.topic("topic-" + (all - 1)));
    assertThat(changes.get(0).who()).isEqualTo("x".repeat(200));
    assertThat(changes.get(changes.size() - 1).key()).isEqualTo(PolicyKey.topic("topic-5"));
  }

  @Test
  void shouldLoseNoUpdateOfTheSameKey() throws Exception {
    List<CompletableFuture<Void>> changes = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      changes.add(CompletableFuture.supplyAsync(() -> store()
              .update(
                  "",
                  PolicyKind.PUBLISH,
                  ORDERS,
                  now -> Optional.of(
                      PublishLimit.of(now.map(PublishLimit::messages).orElse(0L) + 1, 0))))
          .thenCompose(CompletionStage::toCompletableFuture));
    }

    await(CompletableFuture.allOf(changes.toArray(CompletableFuture[]::new)));

    assertThat(store().current().get(PolicyKind.PUBLISH, ORDERS)).contains(PublishLimit.of(20, 0));
    assertThat(store().changes()).hasSize(20);
  }

  @Test
  void shouldShowAnUpdateWhatWasPutJustBefore() throws Exception {
    List<Optional<PublishLimit>> seen = new CopyOnWriteArrayList<>();
    CompletionStage<Void> put = store().put(PolicyKind.PUBLISH, ORDERS, LOW);

    await(store().update("bob", PolicyKind.PUBLISH, ORDERS, now -> {
      seen.add(now);
      return Optional.empty();
    }));

    await(put);
    assertThat(seen).last().isEqualTo(Optional.of(LOW));
    assertThat(store().current().all(PolicyKind.PUBLISH)).isEmpty();
    assertThat(store().changes().get(0))
        .extracting(PolicyChange::who, PolicyChange::before, PolicyChange::after)
        .containsExactly("bob", Optional.of(LOW), Optional.empty());
  }

  @Test
  void shouldChangeNothingIfAnUpdateThrows() throws Exception {
    await(store().put(PolicyKind.PUBLISH, ORDERS, LOW));
    CompletionStage<Void> refused = store().update("bob", PolicyKind.PUBLISH, ORDERS, now -> {
      throw new UnsupportedOperationException("it is " + now);
    });

    assertThatThrownBy(() -> await(refused))
        .hasCauseInstanceOf(UnsupportedOperationException.class);

    await(store().put(PolicyKind.PUBLISH, BILLS, LOW)); // so that whatever it did would be seen
    assertThat(store().current().get(PolicyKind.PUBLISH, ORDERS)).contains(LOW);
    assertThat(store().changes()).extracting(PolicyChange::who).doesNotContain("bob");
  }

  private static void await(CompletionStage<Void> change) throws Exception {
    change.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }
}
