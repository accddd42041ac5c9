package io.sluice.pulsar;

import static io.sluice.policy.PolicyKind.PUBLISH;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Membership;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyChange;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.RampUp;
import io.sluice.policy.json.StrictJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Policies on a topic of a real cluster, and what may happen to that topic. */
class TopicPolicyStoreTest {

  private static final PolicyKey ORDERS = PolicyKey.topic("orders");
  private static final PolicyKey BILLS = PolicyKey.topic("bills");
  private static final PublishLimit LOW = PublishLimit.of(10, 0);
  private static final PublishLimit HIGH = PublishLimit.of(1000, 0);

  private final String topic = "persistent://pulsar/system/policies-" + UUID.randomUUID();
  private final List<TopicPolicyStore> opened = new ArrayList<>();
  private final PulsarClient client = Cluster.CLIENT;

  @AfterEach
  void close() {
    opened.forEach(TopicPolicyStore::close);
  }

  private TopicPolicyStore open() throws Exception {
    return open(Policies.NONE);
  }

  private TopicPolicyStore open(Policies base) throws Exception {
    TopicPolicyStore store = TopicPolicyStore.open(client, topic, base);
    opened.add(store);
    store.awaitRead(60_000);
    return store;
  }

  private static void await(CompletionStage<Void> change) throws Exception {
    change.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private static Optional<PublishLimit> limit(PolicyStore store, PolicyKey key) {
    return store.current().get(PUBLISH, key);
  }

  @Test
  void shouldBeInForceOnAnotherNodeWithinASecond() throws Exception {
    TopicPolicyStore one = open();
    TopicPolicyStore other = open();
    await(one.put(PUBLISH, ORDERS, LOW)); // what is done for the first time takes its time
    Cluster.eventually(() -> limit(other, ORDERS).equals(Optional.of(LOW)));
    CompletableFuture<Void> seen = new CompletableFuture<>();
    other.subscribe(policies -> {
      if (policies.get(PUBLISH, ORDERS).equals(Optional.of(HIGH))) {
        seen.complete(null);
      }
    });

    one.put(PUBLISH, ORDERS, HIGH);

    seen.get(1, TimeUnit.SECONDS);
  }

  @Test
  void shouldKeepEveryKindForWhoeverComesLater() throws Exception {
    TopicPolicyStore one = open();
    PolicyKey gold = new PolicyKey.Group("gold");
    RampUp ramp = new RampUp(1, 10, Duration.ofMinutes(1), RampUp.Mode.SCHEDULED);
    await(one.put(PUBLISH, PolicyKey.DEFAULT, LOW.inShadow()));
    await(one.put(
        PolicyKind.DISPATCH, PolicyKey.namespace("public/default"), DispatchLimit.of(5, 6)));
    await(one.put(PolicyKind.SUBSCRIPTION_DISPATCH, ORDERS, DispatchLimit.of(7, 8)));
    await(one.put(PolicyKind.GROUP, gold, new GroupQuota(1, 2, 3, 4)));
    await(one.put(PolicyKind.MEMBERSHIP, new PolicyKey.Tenant("acme"), new Membership("gold")));
    await(one.put(PolicyKind.RAMP, gold, ramp));
    await(one.put(PUBLISH, BILLS, LOW));
    await(one.remove(PUBLISH, BILLS));

    Policies later = open().current();

    assertThat(later.size()).isEqualTo(6);
    PolicyKind.ALL.forEach(
        kind -> assertThat(later.all(kind)).isEqualTo(one.current().all(kind)));
  }

  @Test
  void shouldFallBackToWhatStandsInTheFile() throws Exception {
    TopicPolicyStore store = open(Policies.of(Map.of(ORDERS, LOW)));

    await(store.put(PUBLISH, ORDERS, HIGH));
    assertThat(limit(store, ORDERS)).contains(HIGH);

    await(store.remove(PUBLISH, ORDERS));
    assertThat(limit(store, ORDERS)).contains(LOW);
  }

  @Test
  void shouldLoseNothingWhenTheTopicIsCompactedAndUnloaded() throws Exception {
    TopicPolicyStore store = open();
    for (int i = 1; i <= 50; i++) {
      await(store.put(PUBLISH, ORDERS, PublishLimit.of(i, 0)));
    }
    await(store.put("alice", PUBLISH, ORDERS, PublishLimit.of(51, 0)));
    await(store.put(PUBLISH, BILLS, LOW));
    await(store.remove("bob", PUBLISH, BILLS));
    PolicyChange last = store.changes().get(2);

    // The broker compacts topics of its system's namespace by itself, and deletes what was
    // compacted.
    Cluster.eventually(() -> compactedToTheEnd(topic));
    for (int i = 0; i < 3; i++) {
      Cluster.admin("PUT", topic, "/unload");
      TopicPolicyStore started = open();
      assertThat(started.current().all(PUBLISH))
          .containsOnly(Map.entry(ORDERS, PublishLimit.of(51, 0)));
      assertThat(started.changes())
          .as("of each policy the last one, with what was before")
          .containsExactly(store.changes().get(0), last);
      assertThat(last.before()).contains(PublishLimit.of(50, 0));
    }
    await(store.put(PUBLISH, ORDERS, HIGH));
    assertThat(limit(open(), ORDERS)).contains(HIGH);
  }

  /** As it happens if a broker unloads the topic while the reader subscribes. */
  @Test
  void shouldReadAnewIfItsReaderDoesNotGetWhatItHasSent() throws Exception {
    StallingClient stalling = new StallingClient(client);
    TopicPolicyStore store = open(stalling.client(), Duration.ofHours(1));
    await(store.put(PUBLISH, ORDERS, LOW));
    stalling.stall();

    await(store.put(PUBLISH, ORDERS, HIGH));

    assertThat(limit(store, ORDERS)).contains(HIGH);
    int readers = stalling.readers();
    assertThat(readers).isGreaterThan(1);
    await(store.put(PUBLISH, BILLS, LOW));
    assertThat(stalling.readers()).as("the new one gets everything").isEqualTo(readers);
  }

  @Test
  void shouldReadAnewIfItsReaderDoesNotGetWhatAnotherNodeHasSent() throws Exception {
    StallingClient stalling = new StallingClient(client);
    TopicPolicyStore store = open(stalling.client(), Duration.ofMillis(100));
    TopicPolicyStore other = open();
    await(other.put(PUBLISH, ORDERS, LOW));
    Cluster.eventually(() -> limit(store, ORDERS).equals(Optional.of(LOW)));
    stalling.stall();

    await(other.put(PUBLISH, ORDERS, HIGH));

    Cluster.eventually(() -> limit(store, ORDERS).equals(Optional.of(HIGH)));
  }

  private TopicPolicyStore open(PulsarClient through, Duration comparisons) throws Exception {
    TopicPolicyStore store = TopicPolicyStore.open(through, topic, Policies.NONE, comparisons);
    opened.add(store);
    store.awaitRead(60_000);
    return store;
  }

  @Test
  void shouldSkipWhatItCannotUnderstandAndSayHowMuchThatIs() throws Exception {
    TopicPolicyStore running = open();
    await(running.put(PUBLISH, ORDERS, LOW));
    // Not in batches: after a large message, its producer reserves as much for each of them.
    try (Producer<byte[]> garbage =
        client.newProducer(Schema.BYTES).topic(topic).enableBatching(false).create()) {
      garbage.send("no key".getBytes(UTF_8));
      garbage.newMessage().key("nonsense").value(new byte[5_000_000]).send();
      garbage.newMessage().key("publish topic a").value("{".getBytes(UTF_8)).send();
      garbage
          .newMessage()
          .key("publish topic b")
          .value(entry("{\"messages\":-7}"))
          .send();
      garbage.newMessage().key("publish nobody c").value(entry("{}")).send();
      garbage.newMessage().key("group topic d").value(entry("{}")).send();
      garbage.newMessage().key(PolicyEntry.key(PUBLISH, ORDERS)).value(later()).send();
      List<CompletableFuture<MessageId>> sent = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        sent.add(
            garbage.newMessage().key("garbage " + i).value(new byte[] {1, 2, 3}).sendAsync());
      }
      CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
    }

    await(running.put(PUBLISH, BILLS, HIGH)); // behind all of it

    assertThat(running.unreadable()).isEqualTo(507);
    assertThat(running.changes())
        .extracting(PolicyChange::key)
        .as("what cannot be read is no change")
        .containsExactly(BILLS, ORDERS);
    assertThat(limit(running, ORDERS)).as("what was readable stays").contains(LOW);
    TopicPolicyStore started = open();
    int unreadable = started.unreadable();
    assertThat(unreadable).as("compaction may have dropped what has no key").isBetween(506, 507);
    assertThat(limit(started, BILLS)).contains(HIGH);
    await(started.put(PUBLISH, ORDERS, HIGH));
    assertThat(started.unreadable()).isEqualTo(unreadable - 1);
  }

  @Test
  void shouldTakeNullForARemoval() throws Exception {
    TopicPolicyStore store = open();
    await(store.put(PUBLISH, ORDERS, LOW));
    try (Producer<byte[]> producer =
        client.newProducer(Schema.BYTES).topic(topic).create()) {
      producer.newMessage().key(PolicyEntry.key(PUBLISH, ORDERS)).value(null).send();
    }

    await(store.put(PUBLISH, BILLS, LOW)); // behind it

    assertThat(store.current().all(PUBLISH)).containsOnlyKeys(BILLS);
    assertThat(store.changes().get(1))
        .returns("", PolicyChange::who)
        .returns(Optional.of(LOW), PolicyChange::before)
        .returns(Optional.empty(), PolicyChange::after);
  }

  /** Of each policy one, as the cluster compacts whenever it likes. */
  @Test
  void shouldTellTheSameChangesOnAllNodesAndAfterARestart() throws Exception {
    Policies file = Policies.of(Map.of(BILLS, LOW));
    TopicPolicyStore one = open(file);
    TopicPolicyStore other = open(file);
    await(one.put("alice", PUBLISH, ORDERS, LOW));
    await(other.put("bob", PUBLISH, BILLS, HIGH));
    await(one.put("ålïçé", PUBLISH, PolicyKey.DEFAULT, HIGH));

    List<PolicyChange> changes = one.changes();

    assertThat(changes).extracting(PolicyChange::who).containsExactly("ålïçé", "bob", "alice");
    assertThat(changes.get(1).before()).contains(LOW);
    Cluster.eventually(() -> other.changes().equals(changes));
    assertThat(open(file).changes()).isEqualTo(changes);
  }

  @Test
  void shouldLearnOfARemovalThatWasCompactedBeforeItWasRead() throws Exception {
    TopicPolicyStore behind = open();
    TopicPolicyStore other = open();
    await(other.put(PUBLISH, ORDERS, LOW));
    Cluster.eventually(() -> limit(behind, ORDERS).isPresent());
    CountDownLatch compacted = new CountDownLatch(1);
    behind.subscribe(policies -> {
      if (policies.size() > 1) {
        awaitQuietly(compacted);
      }
    });
    for (int i = 0; i < 100; i++) { // more than is read ahead
      await(other.put(PUBLISH, PolicyKey.topic("other-" + i), LOW));
    }
    await(other.remove(PUBLISH, ORDERS));

    Cluster.eventually(() -> compactedToTheEnd(topic));
    compacted.countDown();

    await(behind.put(PUBLISH, BILLS, HIGH)); // behind all of it
    assertThat(limit(behind, ORDERS)).isEmpty();
  }

  private static boolean compactedToTheEnd(String topic) throws Exception {
    JsonNode stats = StrictJson.mapper().readTree(Cluster.admin("GET", topic, "/internalStats"));
    return stats
        .path("cursors")
        .path("__compaction")
        .path("markDeletePosition")
        .asText()
        .equals(stats.path("lastConfirmedEntry").asText());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void shouldLoseNoUpdateOfANode() throws Exception {
    TopicPolicyStore node = open();
    List<CompletableFuture<Void>> changes = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      changes.add(node.update(
              "",
              PUBLISH,
              ORDERS,
              now ->
                  Optional.of(PublishLimit.of(now.map(PublishLimit::messages).orElse(0L) + 1, 0)))
          .toCompletableFuture());
    }

    await(CompletableFuture.allOf(changes.toArray(CompletableFuture[]::new)));

    assertThat(limit(node, ORDERS)).contains(PublishLimit.of(30, 0));
    assertThat(limit(open(), ORDERS)).contains(PublishLimit.of(30, 0));
    assertThat(node.changes()).hasSize(30);
  }

  @Test
  void shouldRefuseAnUpdateOfWhatAnotherNodeHasChanged() throws Exception {
    TopicPolicyStore one = open();
    TopicPolicyStore other = open();
    await(one.put(PUBLISH, ORDERS, LOW));
    PublishLimit mine = PublishLimit.of(1000, 0);
    await(one.update("", PUBLISH, ORDERS, now -> onlyIf(LOW, now, mine)));
    Cluster.eventually(() -> limit(other, ORDERS).equals(Optional.of(mine)));

    boolean done = isDone(
        other.update("", PUBLISH, ORDERS, now -> onlyIf(LOW, now, PublishLimit.of(2000, 0))));

    assertThat(done).isFalse();
    assertThat(limit(one, ORDERS)).contains(mine);
    assertThat(limit(other, ORDERS)).contains(mine);
  }

  private static Optional<PublishLimit> onlyIf(
      PublishLimit before, Optional<PublishLimit> now, PublishLimit after) {
    if (!now.equals(Optional.of(before))) {
      throw new UnsupportedOperationException("changed meanwhile");
    }
    return Optional.of(after);
  }

  private static boolean isDone(CompletionStage<Void> change) throws Exception {
    try {
      await(change);
      return true;
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(UnsupportedOperationException.class);
      return false;
    }
  }

  @Test
  void shouldGoOnWhenWhoeverIsToldThrows() throws Exception {
    TopicPolicyStore store = open();
    store.subscribe(policies -> {
      if (policies.size() > 0) {
        throw new IllegalStateException("as it must not");
      }
    });

    await(store.put(PUBLISH, ORDERS, LOW));
    await(store.put(PUBLISH, BILLS, LOW));
  }

  @Test
  void shouldHaveClosedEverythingWhenTheStoreIsClosedWhileItConnects() throws Exception {
    open().close(); // the topic is there
    for (int i = 0; i < 20; i++) {
      TopicPolicyStore store = TopicPolicyStore.open(client, topic, Policies.NONE);
      if (i % 2 == 1) {
        store.awaitRead(60_000);
      }
      store.close();
    }

    Cluster.eventually(() -> {
      JsonNode stats = StrictJson.mapper().readTree(Cluster.admin("GET", topic, "/stats"));
      ((ObjectNode) stats.path("subscriptions")).remove("__compaction"); // the broker's own
      return stats.path("publishers").isEmpty() && stats.path("subscriptions").isEmpty();
    });
  }

  @Test
  void shouldRefuseAtOnceWhenItIsClosed() throws Exception {
    TopicPolicyStore store = open();

    store.close();
    store.close();

    assertThat(store.put(PUBLISH, ORDERS, LOW).toCompletableFuture()).isCompletedExceptionally();
  }

  private static byte[] entry(String policy) {
    return ("{\"format\":1,\"policy\":" + policy + "}").getBytes(UTF_8);
  }

  private static byte[] later() {
    return "{\"format\":2,\"anything\":[]}".getBytes(UTF_8);
  }

  @Test
  void shouldGoOnWhenTheTopicIsDeleted() throws Exception {
    TopicPolicyStore store = open();
    await(store.put(PUBLISH, ORDERS, LOW));

    Cluster.admin("DELETE", topic, "?force=true");

    assertThat(limit(store, ORDERS)).contains(LOW);
    Cluster.eventually(() -> {
      try {
        await(store.put(PUBLISH, BILLS, HIGH));
        return true;
      } catch (Exception notYet) {
        return false;
      }
    });
    assertThat(limit(store, BILLS)).contains(HIGH);
    Cluster.eventually(() -> limit(open(), BILLS).isPresent());
  }

  @Test
  void shouldGoOnWhenTheTopicIsTruncated() throws Exception {
    TopicPolicyStore store = open();
    await(store.put(PUBLISH, ORDERS, LOW));

    Cluster.admin("DELETE", topic, "/truncate");

    assertThat(limit(store, ORDERS)).contains(LOW);
    await(store.put(PUBLISH, BILLS, HIGH));
    assertThat(limit(open(), BILLS)).contains(HIGH);
  }

  @Test
  void shouldSayWhatIsInTheWayIfNothingCanBeRead() throws Exception {
    try (PulsarClient nowhere =
            new ClusterClient("pulsar://127.0.0.1:1", Optional.empty(), Optional.empty()).open();
        TopicPolicyStore store = TopicPolicyStore.open(nowhere, topic, Policies.NONE)) {
      assertThatThrownBy(() -> store.awaitRead(100))
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining(topic);
      assertThat(store.put(PUBLISH, ORDERS, LOW).toCompletableFuture()).isCompletedExceptionally();
      Cluster.eventually(() -> store.fault().orElse("").contains("Connection refused"));
      assertThat(store.fault())
          .hasValueSatisfying(why -> assertThat(why).doesNotContain("xception"));
    }
  }
}
