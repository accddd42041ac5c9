package io.sluice.pulsar;

import io.sluice.policy.Broadcast;
import io.sluice.policy.ChangeLog;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyChange;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.json.InvalidJsonException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.MessageIdAdv;
import org.apache.pulsar.client.api.PulsarClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Policies on a topic of the cluster: one message per change, and per policy the last one counts, so
 * that the cluster may compact the topic. Every node reads all of it. What was read stays in force
 * while the topic cannot be reached, and if it is deleted or truncated.
 *
 * <p>An {@link #update} is a message that names the one that it is based on, and all nodes take it only if
 * that is still the latest ({@link PolicyVersions}). So it is exact among all nodes. The node that sent a
 * message which was not taken writes the policy again as it is, as compaction keeps the last message. If that
 * node dies in between, and the topic is compacted before the policy is changed again, nodes that start after
 * that have the one that was not taken.
 *
 * <p>Everything but sending is done by one thread.
 */
public final class TopicPolicyStore implements PolicyStore, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TopicPolicyStore.class);

  private static final long RETRY_MILLIS = 1000;
  private static final long LOOK_SECONDS = 5;

  /** The client connects again by itself; if it has not managed for so long, all is read from the beginning. */
  private static final int LOOKS_WITHOUT_CONNECTION = 12;

  /** Less than the ten seconds for which the caller of a change waits. */
  private static final long CHANGE_TIMEOUT_SECONDS = 9;

  /** Changes that follow each other more quickly are shown together. */
  private static final long LEAST_MILLIS_BETWEEN_SHOWS = 10;

  private static final long CLOSE_TIMEOUT_SECONDS = 5;

  /** More than any cluster has; it keeps a topic full of other messages from filling the memory. */
  private static final int MOST_POLICIES = 100_000;

  /** Also of those that were removed. */
  private static final int MOST_VERSIONS = 2 * MOST_POLICIES;

  private final PulsarClient client;
  private final String topicName;
  private final Policies base;
  private final Broadcast broadcast;
  private final Unreadable unreadable;
  private final ReadPosition position = new ReadPosition();
  private final CompletableFuture<Void> firstRead = new CompletableFuture<>();
  private final ScheduledExecutorService thread = OwnThread.called("sluice-policies");

  private volatile @Nullable PolicyTopic topic;
  private volatile String fault = "not connected yet";

  /** What was read and is not shown yet. */
  private Policies.Builder read;

  private ChangeLog changesRead = new ChangeLog();
  private PolicyVersions versions = new PolicyVersions(MOST_VERSIONS);

  /** The last update of each policy that is under way here: one at a time, or they would refuse each other. */
  private final Map<String, CompletableFuture<Void>> updates = new HashMap<>();

  private volatile List<PolicyChange> changes = List.of();

  private boolean showing;
  private int looksWithoutConnection;
  private boolean closed;

  private TopicPolicyStore(PulsarClient client, String topicName, Policies base) {
    this.client = client;
    this.topicName = topicName;
    this.base = base;
    this.broadcast = new Broadcast(base);
    this.read = base.changed();
    this.unreadable = new Unreadable(topicName);
  }

  /**
   * Begins to read, and goes on until it is closed, however often that fails. Closing it does not close
   * the client.
   *
   * @param base what holds where nothing is set
   */
  public static TopicPolicyStore open(PulsarClient client, String topic, Policies base) {
    TopicPolicyStore store = new TopicPolicyStore(client, topic, base);
    store.thread.execute(store::connect);
    var unused = store.thread.scheduleWithFixedDelay(
        store::look, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
    return store;
  }

  /**
   * Waits until the policies have been read.
   *
   * @throws TimeoutException if that takes longer; the message says what is in the way
   */
  public void awaitRead(long timeoutMillis) throws TimeoutException, InterruptedException {
    try {
      firstRead.get(timeoutMillis, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("nothing but the end of reading completes it", e);
    } catch (TimeoutException e) {
      throw new TimeoutException("the policies could not be read from " + topicName + " within "
          + timeoutMillis / 1000 + "s: " + fault);
    }
  }

  /** Why what is in force may not be the latest; empty if it is. */
  public Optional<String> fault() {
    return fault.isEmpty() ? Optional.empty() : Optional.of(fault);
  }

  /** How many entries of the topic cannot be understood. */
  public int unreadable() {
    return unreadable.count();
  }

  @Override
  public Policies current() {
    return broadcast.current();
  }

  @Override
  public Subscription subscribe(Consumer<Policies> listener) {
    return broadcast.subscribe(listener);
  }

  /**
   * {@inheritDoc}
   *
   * <p>They are those of the topic, so they are the same on all nodes. A node that starts after the
   * cluster has compacted the topic does not have what was compacted: of each policy, the last change
   * remains.
   */
  @Override
  public List<PolicyChange> changes() {
    return changes;
  }

  @Override
  public <P extends Record> CompletionStage<Void> put(
      String who, PolicyKind<P> kind, PolicyKey key, P policy) {
    kind.requireFor(key);
    Policies now = current();
    if (now.get(kind, key).isEmpty() && now.size() >= MOST_POLICIES) {
      return CompletableFuture.failedFuture(tooMany());
    }
    return send(who, kind, key, PolicyEntry.value(policy));
  }

  private static IllegalStateException tooMany() {
    return new IllegalStateException("there are " + MOST_POLICIES + " policies already");
  }

  @Override
  public CompletionStage<Void> remove(String who, PolicyKind<?> kind, PolicyKey key) {
    return send(who, kind, key, PolicyEntry.removed());
  }

  private CompletionStage<Void> send(String who, PolicyKind<?> kind, PolicyKey key, String value) {
    String before = PolicyEntry.value(current().get(kind, key));
    return send(PolicyEntry.key(kind, key), value, PolicyMessage.properties(who, before))
        .thenAccept(id -> {});
  }

  @Override
  public <P extends Record> CompletionStage<Void> update(
      String who, PolicyKind<P> kind, PolicyKey key, UnaryOperator<Optional<P>> change) {
    kind.requireFor(key);
    if (topic == null) {
      return CompletableFuture.failedFuture(unreachable());
    }
    return CompletableFuture.completedFuture(new Update<>(who, kind, key, change))
        .thenComposeAsync(this::afterOthers, thread)
        .orTimeout(CHANGE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  private CompletableFuture<Void> afterOthers(Update<?> update) {
    CompletableFuture<Void> done = updates
        .getOrDefault(update.entry, CompletableFuture.completedFuture(null))
        .handle((ended, fault) -> update)
        .thenComposeAsync(next -> next.attempt(Optional.empty()), thread);
    updates.put(update.entry, done);
    return done.whenCompleteAsync((ended, fault) -> updates.remove(update.entry, done), thread);
  }

  /** A change that depends on what there is. Only the store's thread calls it. */
  private final class Update<P extends Record> {

    private final String who;
    private final PolicyKind<P> kind;
    private final PolicyKey key;
    private final UnaryOperator<Optional<P>> change;
    private final String entry;

    Update(String who, PolicyKind<P> kind, PolicyKey key, UnaryOperator<Optional<P>> change) {
      this.who = who;
      this.kind = kind;
      this.key = key;
      this.change = change;
      this.entry = PolicyEntry.key(kind, key);
    }

    /** @param refused the id of the message that was sent before and not taken, if there was one */
    CompletableFuture<Void> attempt(Optional<String> refused) {
      Optional<P> now = read.get(kind, key);
      Optional<P> wanted;
      try {
        wanted = change.apply(now);
        if (wanted.isPresent() && now.isEmpty() && read.size() >= MOST_POLICIES) {
          throw tooMany();
        }
      } catch (RuntimeException e) {
        CompletableFuture<Void> left =
            refused.map(this::repair).orElseGet(() -> CompletableFuture.completedFuture(null));
        return left.thenCompose(repaired -> CompletableFuture.failedFuture(e));
      }
      return sendIfLatest(
          PolicyEntry.value(wanted),
          PolicyMessage.properties(who, PolicyEntry.value(now), base()),
          this::attempt);
    }

    /** Says again what there is, as what was not taken is the last message now. */
    private CompletableFuture<Void> repair(String refused) {
      return versions
          .latest(entry)
          .map(latest -> sendIfLatest(
              latest.value(),
              PolicyMessage.repair(latest.value(), latest.id(), refused),
              again -> repair(again.orElseThrow())))
          .orElseGet(() -> CompletableFuture.completedFuture(null));
    }

    private String base() {
      return versions.latest(entry).map(PolicyVersions.Latest::id).orElse(PolicyMessage.NO_BASE);
    }

    private CompletableFuture<Void> sendIfLatest(
        String value,
        Map<String, String> properties,
        Function<Optional<String>, CompletableFuture<Void>> otherwise) {
      return send(entry, value, properties)
          .thenComposeAsync(
              id -> versions.wasRefused(id)
                  ? otherwise.apply(Optional.of(id))
                  : CompletableFuture.completedFuture(null),
              thread);
    }
  }

  /** Completed with the message's id when this node shows what it has read up to there. */
  private CompletableFuture<String> send(
      String entry, String value, Map<String, String> properties) {
    PolicyTopic to = topic;
    if (to == null) {
      return CompletableFuture.failedFuture(unreachable());
    }
    CompletableFuture<String> done = new CompletableFuture<>();
    var unused = to.send(entry, value, properties)
        .whenCompleteAsync(
            (id, failed) -> {
              if (failed == null) {
                CompletableFuture<Void> seen = new CompletableFuture<>();
                var unusedToo =
                    seen.thenRun(() -> done.complete(PolicyMessage.id((MessageIdAdv) id)));
                position.await(id, seen);
              } else {
                done.completeExceptionally(failed);
              }
            },
            thread);
    return done.orTimeout(CHANGE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  private static IllegalStateException unreachable() {
    return new IllegalStateException("nothing was changed, as the topic of the policies cannot be "
        + "reached now; the node's log says why");
  }

  private void connect() {
    if (!closed) {
      unreadable.clear();
      read = base.changed();
      changesRead = new ChangeLog();
      versions = new PolicyVersions(MOST_VERSIONS);
      PolicyTopic.open(client, topicName, thread, new Reading());
    }
  }

  /** What is done with what is read, on the store's thread. */
  private final class Reading implements PolicyTopic.Listener {

    @Override
    public void read(PolicyMessage message, MessageId id) {
      position.read(id);
      apply(message);
      if (topic != null && !showing) {
        showing = true;
        var unused = thread.schedule(
            TopicPolicyStore.this::show, LEAST_MILLIS_BETWEEN_SHOWS, TimeUnit.MILLISECONDS);
      }
    }

    @Override
    public void caughtUp(PolicyTopic opened) {
      int before = current().size();
      topic = opened;
      fault = "";
      looksWithoutConnection = 0;
      show();
      int now = current().size();
      LOG.atInfo()
          .addKeyValue("topic", topicName)
          .addKeyValue("policies", now)
          .addKeyValue("unreadable", unreadable.count())
          .log("policies read");
      if (now < before) {
        LOG.atWarn()
            .addKeyValue("topic", topicName)
            .addKeyValue("before", before)
            .addKeyValue("now", now)
            .log("there are fewer policies on the topic than were in force");
      }
      firstRead.complete(null);
    }

    @Override
    public void lost(Throwable why) {
      topic = null;
      fail(reason(why));
      if (!closed) {
        var unused =
            thread.schedule(TopicPolicyStore.this::connect, RETRY_MILLIS, TimeUnit.MILLISECONDS);
      }
    }
  }

  private void apply(PolicyMessage message) {
    if (!versions.take(message)) {
      return;
    }
    try {
      changesRead.add(PolicyEntry.apply(message, base, MOST_POLICIES, read));
      unreadable.remove(message.key());
    } catch (InvalidJsonException e) {
      unreadable.add(message.key(), String.valueOf(e.getMessage()));
    }
  }

  private void show() {
    showing = false;
    if (topic != null) { // otherwise all is being read anew, and shown when that is done
      Policies changed = read.build();
      read = changed.changed();
      changes = changesRead.newestFirst();
      broadcast.change(before -> changed);
      position.show();
    }
  }

  private void look() {
    PolicyTopic now = topic;
    if (now == null) {
      return;
    }
    if (now.isConnected()) {
      looksWithoutConnection = 0;
      fault = "";
      return;
    }
    fail("the connection to the topic is lost");
    if (++looksWithoutConnection >= LOOKS_WITHOUT_CONNECTION) {
      now.lost(new IllegalStateException("the connection to the topic did not come back"));
    }
  }

  /** Logged once for each fault, not each time; messages of the client have numbers of requests in them. */
  private void fail(String why) {
    boolean logged = withoutNumbers(why).equals(withoutNumbers(fault));
    fault = why;
    if (!logged && !closed) {
      LOG.atWarn()
          .addKeyValue("topic", topicName)
          .addKeyValue("reason", why)
          .log("policies cannot be followed now; those that were read stay in force");
    }
  }

  private static String withoutNumbers(String why) {
    return why.replaceAll("[0-9]+", "");
  }

  private static String reason(Throwable fault) {
    Throwable cause = fault;
    while (cause.getCause() != null) { // what wraps it says nothing but names of classes
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage());
  }

  private CompletableFuture<Void> closeTopic() {
    fault = "the node is going down";
    PolicyTopic last = topic;
    topic = null;
    return last == null ? CompletableFuture.completedFuture(null) : last.close();
  }

  @Override
  public synchronized void close() {
    if (thread.isShutdown()) {
      return;
    }
    CompletableFuture<Void> done = CompletableFuture.runAsync(() -> closed = true, thread)
        .thenComposeAsync(marked -> closeTopic(), thread);
    try {
      done.get(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("the topic of policies could not be closed in order", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      thread.shutdown(); // what is under way closes itself
    }
  }
}
