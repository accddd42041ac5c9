package io.sluice.policy.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.PublishLimit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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
    List<Policies> told = Collections.synchronizedList(new ArrayList<>());
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

  private static void await(CompletionStage<Void> change) throws Exception {
    change.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }
}
