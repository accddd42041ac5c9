package io.sluice.gateway.internal.dispatch;

import io.netty.buffer.ByteBuf;
import io.sluice.core.NanoClock;
import io.sluice.gateway.internal.limit.DispatchLimiter;
import io.sluice.gateway.internal.limit.DispatchLimits;
import io.sluice.gateway.internal.limit.PolicyLimiter;
import io.sluice.gateway.internal.limit.ResourceGroup;
import io.sluice.gateway.internal.limit.ResourceGroups;
import io.sluice.gateway.internal.net.RegistryById;
import io.sluice.gateway.internal.net.SessionContext;
import io.sluice.gateway.internal.net.Verdict;
import io.sluice.gateway.view.ConnectionView.ConsumerView;
import io.sluice.policy.TopicName;
import io.sluice.protocol.FramePeek;
import io.sluice.protocol.Frames;
import io.sluice.protocol.MessagePeek;
import io.sluice.protocol.wire.CommandFlow;
import io.sluice.protocol.wire.CommandSubscribe;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is dispatched on a connection, and when. Messages always pass as they come; a consumer with limits
 * gets fewer at a time, as permits of its client are withheld, see {@link PermitWindow}. Consumers without
 * limits are only counted. Belongs to the connection's event loop.
 */
public final class DispatchThrottle {

  private static final String SHARED = "Shared";

  private final SessionContext session;
  private final DispatchLimits limits;
  private final ResourceGroups groups;
  private final DispatchMetrics metrics;
  private final NanoClock clock;
  private final RegistryById<Consumer, Consumer> consumers = new RegistryById<>();
  private final MessagePeek peek = new MessagePeek();
  private final Runnable listener;

  /** Consumers that may get permits when what was read has been dealt with. */
  private final Set<Consumer> touched = new LinkedHashSet<>();

  private int open;
  private int limitedConsumers;

  public DispatchThrottle(
      SessionContext session,
      DispatchLimits limits,
      ResourceGroups groups,
      DispatchMetrics metrics) {
    this.session = session;
    this.limits = limits;
    this.groups = groups;
    this.metrics = metrics;
    this.clock = limits.clock();
    this.listener = () -> session.execute(this::follow);
  }

  /** Whether any consumer has limits; otherwise FLOW commands pass as they are. */
  public boolean hasLimits() {
    return limitedConsumers > 0;
  }

  /** How many consumers were asked for or are open. */
  public int consumerCount() {
    return consumers.size();
  }

  /** Whether a consumer of this id was asked for and neither opened, refused nor closed since. */
  public boolean isRequested(long consumerId) {
    return consumers.isRequested(consumerId);
  }

  /**
   * A client asks for a consumer, and no other of its id is asked for. If one of that id is open already,
   * brokers keep that one; its client gives permits anew.
   */
  public Consumer requested(CommandSubscribe command) {
    Consumer consumer = Consumer.of(command);
    consumers.request(consumer.id, consumer);
    Consumer same = consumers.get(consumer.id);
    if (same != null) {
      forgetPermits(same);
    }
    return consumer;
  }

  /** The broker has opened a consumer, unless the client has closed it or one of its id is open. */
  public void opened(Consumer consumer) {
    if (!consumers.answered(consumer.id, consumer) || !consumers.opened(consumer.id, consumer)) {
      return;
    }
    metrics.consumerOpened();
    consumer.topicName = TopicName.parseOrUnreadable(consumer.topic);
    if (open++ == 0) {
      // Before limits are looked up: they may change afterwards.
      limits.listen(listener);
      groups.listen(listener);
    }
    resolve(consumer, consumer.topicName, false);
  }

  /** The broker refused a consumer; that says nothing about another of the same id. */
  public void refused(Consumer consumer) {
    consumers.answered(consumer.id, consumer);
  }

  /** The client closes a consumer, and what it has asked for under its id. */
  public void closedByClient(long consumerId) {
    consumers.forgetRequest(consumerId);
    closed(consumers.remove(consumerId));
  }

  /** The broker has closed a consumer. What was asked for while it was open is yet to be opened. */
  public void closedByBroker(long consumerId) {
    Consumer consumer = consumers.remove(consumerId);
    if (consumer == null) {
      consumers.forgetRequest(consumerId);
    }
    closed(consumer);
  }

  /** The connection has ended, and its consumers with it. */
  public void close() {
    consumers.snapshot().forEach(consumer -> closedByClient(consumer.id));
  }

  /** Limits have come or gone. */
  private void follow() {
    for (Consumer consumer : consumers.all()) {
      if (consumer.topicName != null) {
        resolve(consumer, consumer.topicName, true);
      }
    }
    if (sendFlows()) {
      session.flushBroker();
    }
  }

  private void resolve(Consumer consumer, TopicName topic, boolean hadPermits) {
    List<DispatchLimiter> before = consumer.limits;
    consumer.limits = limits.acquire(topic, consumer.subscription);
    List<PolicyLimiter> now = Stream.of(
            consumer.limits.stream(),
            groups.of(topic).stream().map(ResourceGroup::dispatch),
            Stream.of(limits.node()))
        .<PolicyLimiter>flatMap(some -> some)
        .filter(limit -> !limit.limit().isNone())
        .toList();
    PermitWindow window = consumer.window;
    if (window == null && !now.isEmpty()) {
      window = new PermitWindow(consumer.type.equals(SHARED), hadPermits);
      consumer.window = window;
      limitedConsumers++;
    }
    if (window != null) {
      follow(consumer, window, now);
      touched.add(consumer);
    }
    before.forEach(limits::release);
  }

  private void follow(Consumer consumer, PermitWindow window, List<PolicyLimiter> now) {
    List<DispatchDebt> debts = new ArrayList<>();
    for (DispatchDebt debt : window.debts()) {
      if (now.contains(debt.limit())) {
        debts.add(debt);
      } else {
        debt.leave();
      }
    }
    for (PolicyLimiter limit : now) {
      if (debts.stream().noneMatch(debt -> debt.limit() == limit)) {
        debts.add(
            new DispatchDebt(limit, clock, debt -> session.execute(() -> pay(consumer, debt))));
      }
    }
    window.setDebts(debts);
  }

  private void pay(Consumer consumer, DispatchDebt debt) {
    debt.pay();
    if (consumer.window != null) {
      release(consumer, consumer.window);
      session.flushBroker();
    }
  }

  /** The client has given permits. Those of a consumer with limits are withheld. */
  public Verdict flow(CommandFlow flow) {
    Consumer consumer = consumers.get(flow.getConsumerId());
    PermitWindow window = consumer == null ? null : consumer.window;
    if (window == null || flow.getMessagePermits() <= 0) {
      return Verdict.PASS;
    }
    window.give(flow.getMessagePermits());
    metrics.withheld(flow.getMessagePermits());
    touched.add(consumer);
    return Verdict.DROP;
  }

  /** A message is on its way to the client. */
  public void messagePassed(FramePeek frame, ByteBuf in, int index) {
    peek.at(in, index);
    Consumer consumer = consumers.get(peek.consumerId());
    if (consumer == null) {
      return;
    }
    int bytes = Math.max(1, frame.bodyBytes());
    consumer.messages += peek.messages();
    consumer.bytes += bytes;
    PermitWindow window = consumer.window;
    if (window != null) {
      window.pass(peek.messages(), bytes);
      metrics.passed(peek.messages(), bytes);
      touched.add(consumer);
    }
  }

  /**
   * Gives permits to the broker, once per read and not per message.
   *
   * @return whether the broker's connection is to be flushed
   */
  public boolean sendFlows() {
    if (touched.isEmpty()) {
      return false;
    }
    for (Consumer consumer : touched) {
      if (consumer.window != null) {
        release(consumer, consumer.window);
      }
    }
    touched.clear();
    return true;
  }

  private void release(Consumer consumer, PermitWindow window) {
    boolean limited = !window.debts().isEmpty();
    for (int permits = next(window, limited); permits > 0; permits = next(window, limited)) {
      sendFlow(consumer, permits);
    }
    if (!limited) {
      consumer.window = null;
      limitedConsumers--;
    }
  }

  /** To be called at a steady, slow pace. */
  public void tick() {
    for (Consumer consumer : consumers.all()) {
      PermitWindow window = consumer.window;
      int permits = window == null ? 0 : window.releaseAfterSilence();
      if (permits > 0) {
        sendFlow(consumer, permits);
      }
    }
    session.flushBroker();
  }

  private void sendFlow(Consumer consumer, int permits) {
    metrics.withheld(-permits);
    session.passToBroker(Frames.flow(consumer.id, permits));
  }

  private static int next(PermitWindow window, boolean limited) {
    return limited ? window.release() : window.releaseAll();
  }

  /** The client subscribes again, or is gone: whatever permits it has given, it will give anew. */
  private void forgetPermits(Consumer consumer) {
    if (consumer.window != null) {
      metrics.withheld(-consumer.window.withheld());
      consumer.window.forgetWithheld();
    }
  }

  private void closed(@Nullable Consumer consumer) {
    if (consumer == null) {
      return;
    }
    metrics.consumerClosed();
    forgetPermits(consumer);
    touched.remove(consumer);
    if (consumer.window != null) {
      consumer.window.debts().forEach(DispatchDebt::leave);
      consumer.window = null;
      limitedConsumers--;
    }
    consumer.limits.forEach(limits::release);
    consumer.limits = List.of();
    if (consumer.isOpen() && --open == 0) {
      limits.unlisten(listener);
      groups.unlisten(listener);
    }
    consumer.topicName = null;
  }

  /** The open consumers as they are now. */
  public List<ConsumerView> view() {
    long nowNanos = clock.nanos();
    Instant now = Instant.now();
    return consumers.all().stream()
        .map(consumer -> consumer.view(nowNanos, now))
        .toList();
  }
}
