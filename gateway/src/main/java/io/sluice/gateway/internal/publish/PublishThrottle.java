package io.sluice.gateway.internal.publish;

import io.sluice.gateway.internal.limit.BrokerPublishLimiter;
import io.sluice.gateway.internal.limit.PublishLimits;
import io.sluice.gateway.internal.limit.ResourceGroups;
import io.sluice.gateway.internal.limit.TopicPublishLimiter;
import io.sluice.gateway.internal.net.RegistryById;
import io.sluice.gateway.internal.net.SessionContext;
import io.sluice.gateway.internal.net.Verdict;
import io.sluice.gateway.view.ConnectionView.ProducerView;
import io.sluice.gateway.view.PauseReason;
import io.sluice.protocol.FramePeek;
import io.sluice.protocol.wire.CommandProducer;
import io.sluice.protocol.wire.ServerError;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a connection publishes, and when. Each frame is decided by its {@link Producer}; this routes
 * frames, answers and changes of limits to producers. Past what the connection or the node may have under
 * way, the connection is not read, for each reason by itself ({@link ReadPauses}). Belongs to the
 * connection's event loop.
 */
public final class PublishThrottle {

  /** A turn is kept for so long, or as long as two round trips to the client, if it is not used. */
  private static final long LEAST_PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final SessionContext session;
  private final PublishLimits limits;
  private final ResourceGroups groups;
  private final PublishMetrics metrics;
  private final RegistryById<ProducerRequest, Producer> producers = new RegistryById<>();
  private final ProducerContext context = new Context();
  private final ThrottleCommandWriter commands;
  private final PendingThrottleReceipts receipts;
  private final ReadPauses pauses;
  private final UnansweredPublishes unanswered;
  private final HeldBudget held;
  private final ThrottledProducers throttled;
  private final NodeRateWaiter nodeRate;
  private final Runnable nodeTurn = this::nodeTurnCame;
  private final Runnable groupsListener = this::groupsMayHaveChanged;
  private boolean listening;

  /** The limiter of the session's broker, once there is a producer; the broker stays the same. */
  private @Nullable BrokerPublishLimiter broker;

  public PublishThrottle(
      SessionContext session, PublishLimits limits, ResourceGroups groups, PublishMetrics metrics) {
    this.session = session;
    this.limits = limits;
    this.groups = groups;
    this.metrics = metrics;
    this.commands = new ThrottleCommandWriter(session, metrics.throttleCommands());
    this.receipts = new PendingThrottleReceipts(
        session,
        limits.clock(),
        limits.settings().throttleProducerReceiptWaitTimeMillis(),
        metrics.throttleCommands());
    this.pauses = new ReadPauses(
        session, metrics, limits.clock(), new ReadPauseNotifier(session, producers, commands));
    this.unanswered = new UnansweredPublishes(
        limits.settings().maxPendingPublishRequestsPerConnection(),
        limits.publishBuffer(),
        pauses,
        session);
    this.held = new HeldBudget(
        limits.settings().maxHeldBytesPerConnection(), limits.held(), pauses, metrics, session);
    this.throttled = new ThrottledProducers(
        session,
        limits.clock(),
        metrics,
        TimeUnit.MILLISECONDS.toNanos(limits.settings().maxHeldMillis()));
    this.nodeRate = new NodeRateWaiter(limits.node());
  }

  /** How many producers were asked for or are open. */
  public int producerCount() {
    return producers.size();
  }

  /** Whether a producer of this id was asked for and neither opened, refused nor closed since. */
  public boolean isRequested(long producerId) {
    return producers.isRequested(producerId);
  }

  /**
   * The client asks for a producer; no other request for its id is pending. The producer takes part
   * in limits when the broker has opened it, not before: a client that may not publish to a topic
   * must not be able to use up its limit. If a producer of this id is open, the client will send
   * its frames again.
   */
  public ProducerRequest requested(CommandProducer command) {
    Producer same = producers.get(command.getProducerId());
    if (same != null) {
      same.discarded();
    }
    ProducerRequest request = new ProducerRequest(command);
    producers.request(request.id, request);
    return request;
  }

  /**
   * The broker has opened a producer; ignored if the client has closed it meanwhile. If a producer
   * of this id was open already, brokers keep that one, whichever topic the new request was for.
   */
  public void opened(ProducerRequest request, String name) {
    if (!producers.answered(request.id, request)) {
      return;
    }
    Producer producer = producers.get(request.id);
    if (producer == null) {
      producer = open(request);
    }
    producer.traffic().named(name);
  }

  private Producer open(ProducerRequest request) {
    TopicPublishLimiter topic = limits.acquire(request.topic);
    Producer producer = new Producer(
        new ProducerTraffic(request), new ProducerLimits(topic, broker()), session, context);
    producers.opened(request.id, producer);
    metrics.producerOpened();
    if (session.isAware()) {
      listenToGroups(); // before the groups are asked, so that no change is missed
    }
    follow(producer);
    if (session.isAware()) {
      ThrottleNotifier notifier =
          new ThrottleNotifier(producer, session, limits.clock(), commands, receipts);
      producer.observeBy(notifier);
      notifier.opened();
    }
    return producer;
  }

  private BrokerPublishLimiter broker() {
    BrokerPublishLimiter known = broker;
    if (known == null) {
      known = limits.acquire(session.brokerAddress());
      broker = known;
    }
    return known;
  }

  /** The broker refused a producer; that says nothing about another of the same id. */
  public void refused(ProducerRequest request) {
    producers.answered(request.id, request);
  }

  /** The client publishes. A SEND of a producer that is not open is dropped: brokers ignore it. */
  public Verdict sent(FramePeek frame) {
    Producer producer = producers.get(frame.producerId());
    // Not passed on, as a client may have tricked the gateway into missing a producer that the
    // broker has open. Its frames would pass without a limit.
    return producer == null ? Verdict.DROP : producer.sent(frame.messages(), frame.bodyBytes());
  }

  /** The client closes a producer, and what it has asked for under its id. */
  public Verdict closedByClient(long producerId) {
    Producer producer = producers.get(producerId);
    if (producer != null) {
      return producer.closedByClient();
    }
    producers.forgetRequest(producerId);
    return Verdict.PASS;
  }

  /** The broker has closed a producer. A request for its id that is pending stays. */
  public void closedByBroker(long producerId) {
    Producer producer = producers.get(producerId);
    if (producer == null) {
      producers.forgetRequest(producerId);
    } else {
      remove(producer);
    }
  }

  /** The broker has answered a frame. */
  public void sendAnswered(long producerId) {
    Producer producer = producers.get(producerId);
    if (producer != null && producer.traffic().pending() > 0) {
      answered(1, producer.traffic().answered());
    }
  }

  /** The broker has refused a frame. After some errors clients send all frames again, or none. */
  public void sendFailed(long producerId, ServerError error) {
    sendAnswered(producerId);
    Producer producer = producers.get(producerId);
    if (producer != null
        && (error == ServerError.ChecksumError || error == ServerError.TopicTerminatedError)) {
      producer.discarded();
    }
  }

  /** The client has answered a THROTTLE_PRODUCER command. */
  public void throttleReceiptCame(long requestId) {
    receipts.came(requestId);
  }

  /** Frames that brokers have not answered. */
  public int pending() {
    return unanswered.frames();
  }

  /** The broker takes frames again. */
  public void brokerIsWritable() {
    throttled.releaseBlocked();
  }

  /** Forgets everything that is held: none of it was acknowledged. */
  public void discardHeld() {
    throttled.discardAll();
  }

  /** Tells the node what has changed. Once per read and not per frame, as all connections share it. */
  public void report() {
    unanswered.report();
  }

  /** The connection has ended, and its producers with it. */
  public void close() {
    producers.snapshot().forEach(this::remove);
    nodeRate.leave();
    if (broker != null) {
      limits.release(broker);
      broker = null;
    }
    listening = true; // listenToGroups does nothing from now on
    groups.unlisten(groupsListener);
    unanswered.close();
    held.close();
    throttled.close();
    pauses.resumeAll();
  }

  /** Why the connection is not read now, and since when. */
  public Map<PauseReason, Instant> pausedSince() {
    return pauses.view(Instant.now());
  }

  /** The open producers as they are now. */
  public List<ProducerView> view() {
    long nowNanos = limits.clock().nanos();
    Instant now = Instant.now();
    return producers.all().stream()
        .map(producer -> ProducerViews.of(producer, nowNanos, now))
        .toList();
  }

  /**
   * Has producers follow changes of groups. A producer that sends does so with each frame. A
   * throttled producer, or one with an aware client, has to follow them without a frame.
   */
  private void listenToGroups() {
    if (!listening) {
      listening = true;
      groups.listen(groupsListener);
    }
  }

  private void groupsMayHaveChanged() {
    session.execute(() -> {
      for (Producer producer : producers.snapshot()) {
        if (producer.isThrottled() || producer.observer() != ThrottleObserver.NONE) {
          producer.groupsChanged(follow(producer));
        }
      }
    });
  }

  /** Has a producer follow its resource groups; answers whether its limits have changed. */
  private boolean follow(Producer producer) {
    ProducerLimits its = producer.limits();
    // Read before the groups: if they change in between, the producer asks again.
    int version = groups.version();
    boolean replicates =
        groups.replicators().include(producer.traffic().name(), session.clientAddress());
    return its.follow(
        version,
        replicates ? List.of() : groups.of(its.topic().topic()),
        producer.observer()::limitRemoved,
        producer.observer()::limitAdded);
  }

  private void remove(Producer producer) {
    long id = producer.traffic().id();
    if (producers.get(id) != producer) {
      return; // removed already: to discard a held CLOSE_PRODUCER, below, leads here again
    }
    producers.remove(id);
    metrics.producerClosed();
    producer.closed();
    answered(producer.traffic().pending(), producer.traffic().forgetPending());
    limits.release(producer.limits().topic());
    report();
  }

  private void answered(int frames, long bytes) {
    if (unanswered.answered(frames, bytes)) {
      throttled.releaseBlocked();
    }
  }

  private void nodeTurnCame() {
    session.execute(() -> {
      if (nodeRate.pay()) {
        pauses.resume(PauseReason.NODE_RATE);
        throttled.releaseBlocked();
      }
    });
  }

  /** What producers ask of this. */
  private final class Context implements ProducerContext {

    @Override
    public long nanos() {
      return limits.clock().nanos();
    }

    @Override
    public void refresh(Producer producer) {
      if (producer.limits().version() != groups.version()) {
        follow(producer);
      }
    }

    @Override
    public boolean mayPublish() {
      return session.isBrokerWritable() && !unanswered.isFull() && !nodeRate.isWaiting();
    }

    @Override
    public void passed(Producer producer, int messages, int bytes) {
      producer.traffic().passed(messages, bytes);
      producer.limits().topic().published(messages, bytes);
      if (nodeRate.passed(messages, bytes, nodeTurn)) {
        pauses.pause(PauseReason.NODE_RATE);
      }
      unanswered.passed(bytes);
    }

    @Override
    public void held(int frames, long memory) {
      unanswered.held(memory);
      held.changed(frames, memory);
    }

    @Override
    public void pauseIfTooMuchIsHeld() {
      held.pauseIfSpent();
    }

    @Override
    public void report() {
      PublishThrottle.this.report();
    }

    @Override
    public void throttled(Producer producer) {
      throttled.add(producer);
      listenToGroups();
    }

    @Override
    public void unthrottled(Producer producer) {
      throttled.remove(producer);
    }

    @Override
    public void closed(Producer producer) {
      producers.forgetRequest(producer.traffic().id());
      remove(producer);
    }

    @Override
    public long turnPatienceNanos() {
      return Math.max(LEAST_PATIENCE_NANOS, 2 * receipts.roundTripNanos());
    }
  }
}
