package io.sluice.gateway.internal.dispatch;

import io.netty.buffer.ByteBuf;
import io.sluice.core.NanoClock;
import io.sluice.gateway.internal.limit.DispatchLimiter;
import io.sluice.gateway.internal.limit.DispatchLimits;
import io.sluice.gateway.internal.limit.PolicyLimiter;
import io.sluice.gateway.internal.limit.ResourceGroup;
import io.sluice.gateway.internal.limit.ResourceGroups;
import io.sluice.gateway.internal.session.Session;
import io.sluice.gateway.view.ConnectionView.ConsumerView;
import io.sluice.policy.TopicName;
import io.sluice.protocol.FramePeek;
import io.sluice.protocol.Frames;
import io.sluice.protocol.MessagePeek;
import io.sluice.protocol.wire.CommandFlow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is dispatched on a connection, and when. Messages always pass as they come; a consumer with limits
 * gets fewer at a time, as permits of its client are withheld, see {@link PermitWindow}. All others are as if
 * this were not there. Belongs to the connection's event loop.
 */
public final class DispatchThrottle {

  private static final String SHARED = "Shared";

  private final Session session;
  private final DispatchLimits limits;
  private final ResourceGroups groups;
  private final DispatchMetrics metrics;
  private final NanoClock clock;
  private final MessagePeek peek = new MessagePeek();
  private final Runnable listener;

  /** Consumers that may get permits when what was read has been dealt with. */
  private final Set<Consumer> touched = new LinkedHashSet<>();

  private int open;
  private int shaped;

  public DispatchThrottle(
      Session session, DispatchLimits limits, ResourceGroups groups, DispatchMetrics metrics) {
    this.session = session;
    this.limits = limits;
    this.groups = groups;
    this.metrics = metrics;
    this.clock = limits.clock();
    this.listener = () -> session.later(this::follow);
  }

  /** Whether any consumer has limits; otherwise what is dispatched need not be looked at. */
  public boolean isShaping() {
    return shaped > 0;
  }

  /** The broker has opened a consumer. */
  public void opened(Consumer consumer) {
    consumer.topicName = TopicName.parseOrUnreadable(consumer.topic);
    if (open++ == 0) {
      // Before limits are looked up: they may change afterwards.
      limits.listen(listener);
      groups.listen(listener);
    }
    resolve(consumer, consumer.topicName, false);
  }

  /** Limits have come or gone. */
  private void follow() {
    for (Consumer consumer : session.handles.consumers()) {
      if (consumer.topicName != null) {
        resolve(consumer, consumer.topicName, true);
      }
    }
    if (report()) {
      session.flushBroker();
    }
  }

  private void resolve(Consumer consumer, TopicName topic, boolean hadPermits) {
    List<DispatchLimiter> before = consumer.limits;
    consumer.limits = limits.open(topic, consumer.subscription);
    List<PolicyLimiter> now = Stream.concat(
            consumer.limits.stream(), groups.of(topic).stream().map(ResourceGroup::dispatch))
        .filter(limit -> !limit.limit().isNone())
        .toList();
    PermitWindow shaping = consumer.shaping;
    if (shaping == null && !now.isEmpty()) {
      shaping = new PermitWindow(consumer.type.equals(SHARED), hadPermits);
      consumer.shaping = shaping;
      shaped++;
    }
    if (shaping != null) {
      follow(consumer, shaping, now);
      touched.add(consumer);
    }
    before.forEach(limits::close);
  }

  private void follow(Consumer consumer, PermitWindow shaping, List<PolicyLimiter> now) {
    List<DispatchDebt> debts = new ArrayList<>();
    for (DispatchDebt debt : shaping.debts()) {
      if (now.contains(debt.limit())) {
        debts.add(debt);
      } else {
        debt.leave();
      }
    }
    for (PolicyLimiter limit : now) {
      if (debts.stream().noneMatch(debt -> debt.limit() == limit)) {
        debts.add(new DispatchDebt(limit, clock, debt -> session.later(() -> pay(consumer, debt))));
      }
    }
    shaping.setDebts(debts);
  }

  private void pay(Consumer consumer, DispatchDebt debt) {
    debt.pay();
    if (consumer.shaping != null) {
      release(consumer, consumer.shaping);
      session.flushBroker();
    }
  }

  /** The client has given permits; answers whether that is for the broker to know as it is. */
  public boolean passes(CommandFlow flow) {
    Consumer consumer = session.handles.consumer(flow.getConsumerId());
    PermitWindow shaping = consumer == null ? null : consumer.shaping;
    if (shaping == null || flow.getMessagePermits() <= 0) {
      return true;
    }
    shaping.give(flow.getMessagePermits());
    metrics.withheld(flow.getMessagePermits());
    touched.add(consumer);
    return false;
  }

  /** A message is on its way to the client. */
  public void passed(FramePeek frame, ByteBuf in, int index) {
    peek.at(in, index);
    Consumer consumer = session.handles.consumer(peek.consumerId());
    if (consumer == null) {
      return;
    }
    int bytes = Math.max(1, frame.bodyBytes());
    consumer.messages += peek.messages();
    consumer.bytes += bytes;
    PermitWindow shaping = consumer.shaping;
    if (shaping != null) {
      shaping.pass(peek.messages(), bytes);
      metrics.passed(peek.messages(), bytes);
      touched.add(consumer);
    }
  }

  /** Gives permits to the broker, once per read and not per message. If it says so, they are to be flushed. */
  public boolean report() {
    if (touched.isEmpty()) {
      return false;
    }
    for (Consumer consumer : touched) {
      if (consumer.shaping != null) {
        release(consumer, consumer.shaping);
      }
    }
    touched.clear();
    return true;
  }

  private void release(Consumer consumer, PermitWindow shaping) {
    boolean limited = !shaping.debts().isEmpty();
    for (int permits = next(shaping, limited); permits > 0; permits = next(shaping, limited)) {
      pass(consumer, permits);
    }
    if (!limited) {
      consumer.shaping = null;
      shaped--;
    }
  }

  /** To be called at a steady, slow pace. */
  public void tick() {
    for (Consumer consumer : session.handles.consumers()) {
      PermitWindow shaping = consumer.shaping;
      int permits = shaping == null ? 0 : shaping.releaseAfterSilence();
      if (permits > 0) {
        pass(consumer, permits);
      }
    }
    session.flushBroker();
  }

  private void pass(Consumer consumer, int permits) {
    metrics.withheld(-permits);
    session.passToBroker(Frames.flow(consumer.id, permits));
  }

  private static int next(PermitWindow shaping, boolean limited) {
    return limited ? shaping.release() : shaping.releaseAll();
  }

  /** The client subscribes again: whatever permits it has given, it will give anew. */
  public void restarted(@Nullable Consumer consumer) {
    if (consumer != null && consumer.shaping != null) {
      metrics.withheld(-consumer.shaping.withheld());
      consumer.shaping.forgetWithheld();
    }
  }

  /** A consumer is no longer there, and its permits with it. */
  public void closed(Consumer consumer) {
    restarted(consumer);
    touched.remove(consumer);
    if (consumer.shaping != null) {
      consumer.shaping.debts().forEach(DispatchDebt::leave);
      consumer.shaping = null;
      shaped--;
    }
    consumer.limits.forEach(limits::close);
    consumer.limits = List.of();
    if (consumer.isOpen() && --open == 0) {
      limits.unlisten(listener);
      groups.unlisten(listener);
    }
    consumer.topicName = null;
  }

  public List<ConsumerView> consumers() {
    long nowNanos = clock.nanos();
    Instant now = Instant.now();
    return session.handles.consumers().stream()
        .map(consumer -> consumer.view(nowNanos, now))
        .toList();
  }
}
