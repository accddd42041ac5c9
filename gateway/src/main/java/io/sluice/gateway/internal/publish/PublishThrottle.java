package io.sluice.gateway.internal.publish;

import io.netty.channel.Channel;
import io.sluice.gateway.internal.limit.PublishLimits;
import io.sluice.gateway.internal.limit.ResourceGroups;
import io.sluice.gateway.internal.limit.TopicPublishLimiter;
import io.sluice.gateway.internal.session.Session;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.PauseReason;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a connection publishes, and when. A frame passes at once, or it is held, see {@link ThrottledProducers}; a
 * client that understands it is told, see {@link ThrottleNotifier}.
 * Past what the connection or the node may have under way, reading pauses, for each reason by itself.
 * Belongs to the connection's event loop.
 */
public final class PublishThrottle {

  private final Session session;
  private final PublishLimits limits;
  private final ResourceGroups groups;
  private final PublishMetrics metrics;
  private final Runnable groupsChange;
  private final ReadPauses pauses;
  private final ThrottleNotifier telling;
  private final ThrottledProducers holding;
  private final NodeRateWaiter nodeTurn;
  private final Runnable bufferRelief;
  private final int maxPending;
  private int pending;
  private boolean pausedByPending;
  private boolean listening;

  /** By how much the node's publish buffer has changed since that was last told. */
  private long bufferChange;

  public PublishThrottle(
      Session session, PublishLimits limits, ResourceGroups groups, PublishMetrics metrics) {
    this.session = session;
    this.limits = limits;
    this.groups = groups;
    this.metrics = metrics;
    this.groupsChange = () -> session.later(this::followGroups);
    ThrottleCommandWriter words = new ThrottleCommandWriter(session, metrics.telling());
    this.telling = new ThrottleNotifier(this, session, words, limits, metrics.telling());
    PauseNotifier notices = new PauseNotifier(this, session, words);
    this.pauses = new ReadPauses(metrics, limits.clock(), session::updateReading, notices::paused);
    this.holding = new ThrottledProducers(this, telling, session, limits, metrics);
    this.nodeTurn = new NodeRateWaiter(limits.node(), () -> session.later(this::payNode));
    this.bufferRelief = () -> session.later(() -> pauses.resume(PauseReason.PUBLISH_BUFFER));
    this.maxPending = limits.settings().maxPendingPublishRequestsPerConnection();
  }

  public ReadPauses pauses() {
    return pauses;
  }

  public ThrottledProducers holding() {
    return holding;
  }

  public ThrottleNotifier telling() {
    return telling;
  }

  /** The broker has opened a producer. */
  public void opened(Producer producer) {
    metrics.producerOpened();
    TopicPublishLimiter limit = limits.open(producer.topic);
    ProducerLimits places =
        new ProducerLimits(limit, () -> session.later(() -> holding.release(producer)));
    producer.places = places;
    if (session.isAware()) {
      listenToGroups(); // before they are asked
    }
    follow(producer, places);
    telling.opened(producer, places);
  }

  /** Who waits or is told does not look whether its groups have changed: it has to hear of it. */
  void listenToGroups() {
    if (!listening) {
      listening = true;
      groups.listen(groupsChange);
    }
  }

  private void followGroups() {
    for (Producer producer : List.copyOf(session.handles.producers())) {
      ProducerLimits places = producer.places;
      if (places != null && (producer.isWaiting || producer.told != null)) {
        boolean others = follow(producer, places);
        if (producer.isWaiting) {
          // Also if there are no others: a frame may have found them, and left where it waited.
          holding.release(producer);
        } else if (others) {
          telling.look(producer);
        }
      }
    }
  }

  /** Takes the groups that hold by now; answers whether there are others than before. */
  private boolean follow(Producer producer, ProducerLimits places) {
    int version =
        groups.version(); // before they are asked: if they change meanwhile, it asks again
    return places.follow(
        version,
        groups.replicators().include(producer.name, session.clientAddress())
            ? List.of()
            : groups.of(places.topic().topic()),
        gone -> telling.unlisten(producer, gone),
        come -> telling.listen(producer, come));
  }

  /** Where an open producer stands with the limits that hold by now. */
  ProducerLimits places(Producer producer) {
    ProducerLimits places = producer.places;
    if (places == null) {
      throw new IllegalStateException("a producer that is not open publishes");
    }
    if (places.version() != groups.version()) {
      follow(producer, places);
    }
    return places;
  }

  /**
   * Whether a frame passes, and then it is counted; otherwise it is to be held. A frame has one message
   * and one byte at least, whatever it says.
   */
  public boolean admits(Producer producer, int messages, int bytes) {
    if (producer.isHeld()) {
      return false;
    }
    int messageCount = Math.max(1, messages);
    int byteCount = Math.max(1, bytes);
    if (producer.places != null
        && !limitsAdmit(producer, places(producer), messageCount, byteCount)) {
      return false;
    }
    passed(producer, messageCount, byteCount);
    return true;
  }

  private boolean limitsAdmit(Producer producer, ProducerLimits places, int messages, int bytes) {
    Told told = producer.told;
    boolean open = places.openTo(messages, bytes);
    boolean left = open && places.use(messages, bytes); // the last frame may leave a debt
    if (told != null && told.hasTurn) {
      told.usesTurn = true;
      if (!left) {
        telling.exceedsTurn(producer);
      }
    }
    if (open && !left) {
      if (told != null && !producer.isWaiting) {
        holding.await(producer);
      } else {
        places.tellAudiences();
      }
    }
    return open;
  }

  /** Counts a frame that goes to the broker. */
  void passed(Producer producer, int messages, int bytes) {
    producer.messages += messages;
    producer.bytes += bytes;
    producer.pending++;
    producer.pendingBytes += bytes;
    bufferChange += bytes;
    if (producer.places != null) {
      producer.places.topic().published(messages, bytes);
    }
    if (nodeTurn.passed(messages, bytes)) {
      pauses.pause(PauseReason.NODE_RATE);
    }
    if (++pending >= maxPending) {
      pausedByPending = true;
      pauses.pause(PauseReason.PENDING_PUBLISHES);
    }
  }

  /** The broker has answered a frame. */
  public void answered(long producerId) {
    Producer producer = session.handles.producer(producerId);
    if (producer != null && producer.pending > 0) {
      // Which frame that was is not known here; on average they are right, and in the end exactly.
      long bytes = producer.pendingBytes / producer.pending;
      producer.pendingBytes -= bytes;
      bufferChange -= bytes;
      producer.pending--;
      pending--;
      resumeIfAnswered();
    }
  }

  private void resumeIfAnswered() {
    if (pausedByPending && pending <= maxPending / 2) {
      pausedByPending = false;
      pauses.resume(PauseReason.PENDING_PUBLISHES);
      holding.releaseBlocked();
    }
  }

  private void payNode() {
    if (nodeTurn.pay()) {
      pauses.resume(PauseReason.NODE_RATE);
      holding.releaseBlocked();
    }
  }

  /** Whether the connection may hand frames to the broker, other than those that it was sent just now. */
  boolean mayPublish() {
    Channel broker = session.broker();
    return broker != null && broker.isWritable() && !pausedByPending && !nodeTurn.isWaiting();
  }

  /** More bytes are under way, or less if negative; they are told to the node with {@link #report}. */
  void buffered(long bytes) {
    bufferChange += bytes;
  }

  /** Tells the node what has changed. Once per read and not per frame, as all connections share it. */
  public void report() {
    if (bufferChange == 0) {
      return;
    }
    boolean more = bufferChange > 0;
    limits.publishBuffer().use(bufferChange);
    bufferChange = 0;
    if (more && limits.publishBuffer().isSpent() && pauses.pause(PauseReason.PUBLISH_BUFFER)) {
      limits.publishBuffer().whenRelieved(bufferRelief);
    }
  }

  /** A producer is no longer there: nothing of it is under way any more. */
  public void closed(Producer producer) {
    metrics.producerClosed();
    holding.discard(producer);
    pending -= producer.pending;
    bufferChange -= producer.pendingBytes;
    producer.pending = 0;
    producer.pendingBytes = 0;
    if (producer.places != null) {
      telling.closed(producer, producer.places);
      limits.close(producer.places.topic());
      producer.places = null;
    }
    resumeIfAnswered();
    report();
  }

  public int pending() {
    return pending;
  }

  /** The connection has ended. */
  public void close() {
    nodeTurn.leave();
    listening = true; // from now on nobody has to
    groups.unlisten(groupsChange);
    limits.publishBuffer().forget(bufferRelief);
    holding.close();
    pauses.resumeAll();
  }

  public Map<PauseReason, Instant> pausedSince() {
    return pauses.view(Instant.now());
  }

  public List<ConnectionView.ProducerView> producers() {
    long nowNanos = limits.clock().nanos();
    Instant now = Instant.now();
    return session.handles.producers().stream()
        .map(producer -> producer.view(nowNanos, now))
        .toList();
  }
}
