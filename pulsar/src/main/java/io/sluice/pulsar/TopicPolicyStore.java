package io.sluice.pulsar;

import io.sluice.policy.Broadcast;
import io.sluice.policy.ChangeLog;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyChange;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PolicyStore;
import io.sluice.policy.json.InvalidJsonException;
import java.time.Duration;
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
import java.util.function.UnaryOperator;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.PulsarClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Policies on a topic of the cluster: one message per change, and per policy the last one counts, so
 * that the cluster may compact the topic. Every node reads all of it. What was read stays in force
 * while the topic cannot be reached, and if it is deleted or truncated.
 *
 * <p>A change depends on what this node has read, and changes of a policy come one after the other. Another node can
 * change the same policy in the milliseconds until both have read both messages; then the later message
 * counts, on all nodes alike.
 *
 * <p>Everything but sending is done by one thread.
 */
public final class TopicPolicyStore implements PolicyStore, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TopicPolicyStore.class);

  private static final long RETRY_MILLIS = 1000;
  private static final long LOOK_SECONDS = 5;

  /** The client connects again by itself; if it has not managed for so long, all is read from the beginning. */
  private static final int LOOKS_WITHOUT_CONNECTION = 12;

  private static final Duration BETWEEN_COMPARISONS = Duration.ofMinutes(1);

  /** Less than the ten seconds for which the caller of a change waits. */
  private static final long CHANGE_TIMEOUT_SECONDS = 9;

  /** Changes that follow each other more quickly are shown together. */
  private static final long LEAST_MILLIS_BETWEEN_SHOWS = 10;

  private static final long CLOSE_TIMEOUT_SECONDS = 5;

  /** More than any cluster has; it keeps a topic full of other messages from filling the memory. */
  private static final int MOST_POLICIES = 100_000;

  private final PulsarClient client;
  private final String topicName;
  private final Policies base;
  private final Broadcast broadcast;
  private final Unreadable unreadable;
  private final ReadPosition position = new ReadPosition();
  private final CompletableFuture<Void> firstRead = new CompletableFuture<>();
  private final ScheduledExecutorService thread = OwnThread.called("sluice-policies");
  private final StalledReader stalledReader;

  private volatile @Nullable PolicyTopic topic;
  private volatile String fault = "not connected yet";

  /** What was read and is not shown yet. */
  private Policies.Builder read;

  private ChangeLog changesRead = new ChangeLog();

  /** The last change of each policy that is under way here: the next one depends on what it says. */
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
    this.stalledReader = new StalledReader(client, topicName, position, () -> topic, thread);
  }

  /**
   * Begins to read, and goes on until it is closed, however often that fails. Closing it does not close
   * the client.
   *
   * @param base what holds where nothing is set
   */
  public static TopicPolicyStore open(PulsarClient client, String topic, Policies base) {
    return open(client, topic, base, BETWEEN_COMPARISONS);
  }

  /** @param comparisons the time between two comparisons of what was read with the end of the topic */
  static TopicPolicyStore open(
      PulsarClient client, String topic, Policies base, Duration comparisons) {
    TopicPolicyStore store = new TopicPolicyStore(client, topic, base);
    store.thread.execute(store::connect);
    var unused = store.thread.scheduleWithFixedDelay(
        store::look, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
    store.stalledReader.compareWithEndEvery(comparisons);
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
    return update(who, kind, key, now -> Optional.of(policy));
  }

  @Override
  public CompletionStage<Void> remove(String who, PolicyKind<?> kind, PolicyKey key) {
    return update(who, kind, key, now -> Optional.empty());
  }

  @Override
  public <P extends Record> CompletionStage<Void> update(
      String who, PolicyKind<P> kind, PolicyKey key, UnaryOperator<Optional<P>> change) {
    kind.requireFor(key);
    if (topic == null) {
      return CompletableFuture.failedFuture(unreachable());
    }
    long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(CHANGE_TIMEOUT_SECONDS);
    return CompletableFuture.completedFuture(new Update<>(who, kind, key, change, deadlineNanos))
        .thenComposeAsync(this::afterOthers, thread)
        .orTimeout(CHANGE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  private CompletableFuture<Void> afterOthers(Update<?> update) {
    CompletableFuture<Void> done = updates
        .getOrDefault(update.entry(), CompletableFuture.completedFuture(null))
        .handle((ended, fault) -> update)
        .thenComposeAsync(this::make, thread);
    updates.put(update.entry(), done);
    return done.whenCompleteAsync((ended, fault) -> updates.remove(update.entry(), done), thread);
  }

  private <P extends Record> CompletableFuture<Void> make(Update<P> update) {
    if (topic == null || update.isTooLate()) {
      return CompletableFuture.failedFuture(unreachable());
    }
    Optional<P> now = read.get(update.kind(), update.key());
    Optional<P> wanted;
    try {
      wanted = update.change().apply(now);
      if (wanted.isPresent() && now.isEmpty() && read.size() >= MOST_POLICIES) {
        throw new IllegalStateException("there are " + MOST_POLICIES + " policies already");
      }
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
    return send(
        update.entry(),
        PolicyEntry.value(wanted),
        PolicyMessage.properties(update.who(), PolicyEntry.value(now)));
  }

  /** A change that depends on what there is, and that its caller waits for until the deadline. */
  private record Update<P extends Record>(
      String who,
      PolicyKind<P> kind,
      PolicyKey key,
      UnaryOperator<Optional<P>> change,
      long deadlineNanos) {

    String entry() {
      return PolicyEntry.key(kind, key);
    }

    boolean isTooLate() {
      return System.nanoTime() - deadlineNanos > 0;
    }
  }

  /** Completed when this node shows what it has read up to the message. */
  private CompletableFuture<Void> send(String entry, String value, Map<String, String> properties) {
    PolicyTopic to = topic;
    if (to == null) {
      return CompletableFuture.failedFuture(unreachable());
    }
    CompletableFuture<Void> done = new CompletableFuture<>();
    var unused = to.send(entry, value, properties)
        .whenCompleteAsync(
            (id, failed) -> {
              if (failed == null) {
                position.await(id, done);
                stalledReader.expect(id, to);
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
    if (cause instanceof TimeoutException && cause.getMessage() == null) {
      return "the broker has not answered in time";
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
