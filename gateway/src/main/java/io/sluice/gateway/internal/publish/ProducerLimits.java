package io.sluice.gateway.internal.publish;

import io.sluice.gateway.internal.limit.GroupLimiter;
import io.sluice.gateway.internal.limit.PolicyLimiter;
import io.sluice.gateway.internal.limit.ResourceGroup;
import io.sluice.gateway.internal.limit.TopicPublishLimiter;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A producer's places at all of its limits, in the order in which it waits for them: its topic's, its
 * namespace's group's, its tenant's group's. It waits for one at a time and keeps the turns that it has
 * at those before, so that in the end it has all of them; those behind it gives back, as others could
 * make use of them meanwhile. A limit that nobody waits for is not waited for either, but debited.
 * Belongs to the connection's event loop.
 */
final class ProducerLimits {

  private final TopicPublishLimiter topic;
  private final Runnable onTurn;
  private LimitWait[] all;

  /** Of the groups, when they were last asked. */
  private int version;

  /** @param onTurn is called on any thread when one of the turns has come */
  ProducerLimits(TopicPublishLimiter topic, Runnable onTurn) {
    this.topic = topic;
    this.onTurn = onTurn;
    this.all = new LimitWait[] {new LimitWait(topic, onTurn)};
  }

  TopicPublishLimiter topic() {
    return topic;
  }

  void forEachLimit(Consumer<PolicyLimiter> action) {
    for (LimitWait place : all) {
      action.accept(place.limit);
    }
  }

  int version() {
    return version;
  }

  /**
   * Takes these groups for those that hold, and gives up its places at the others; where it stays, its
   * place and its turn stay as they are.
   *
   * @param gone is told of every limit that holds no more
   * @param come is told of every limit that is new
   * @return whether anything has changed
   */
  boolean follow(
      int groupsVersion,
      List<ResourceGroup> groups,
      Consumer<PolicyLimiter> gone,
      Consumer<PolicyLimiter> come) {
    version = groupsVersion;
    LimitWait[] before = all;
    LimitWait[] after = new LimitWait[1 + groups.size()];
    after[0] = before[0];
    boolean changed = after.length != before.length;
    for (int i = 1; i < after.length; i++) {
      GroupLimiter limit = groups.get(i - 1).publish();
      LimitWait known = at(limit, before);
      after[i] = known == null ? new LimitWait(limit, onTurn) : known;
      changed |= i >= before.length || before[i] != after[i];
      if (known == null) {
        come.accept(limit);
      }
    }
    all = after;
    for (LimitWait place : before) {
      if (at(place.limit, after) == null) {
        place.leave();
        gone.accept(place.limit);
      }
    }
    return changed;
  }

  @SuppressWarnings("ReferenceEquality") // a group of that name may have been deleted and made anew
  private static @Nullable LimitWait at(PolicyLimiter limit, LimitWait[] places) {
    for (LimitWait place : places) {
      if (place.limit == limit) {
        return place;
      }
    }
    return null;
  }

  /** Whether a frame may pass all of them. */
  boolean openTo(long messages, long bytes) {
    for (LimitWait place : all) {
      if (!place.opensTo(messages, bytes)) {
        return false;
      }
    }
    return true;
  }

  /** Takes what a frame that passes is worth from each; answers whether all of them have more. */
  boolean use(long messages, long bytes) {
    boolean left = true;
    for (LimitWait place : all) {
      left &= place.use(messages, bytes);
    }
    return left;
  }

  /** Those who want to know are told that nothing is left, where nothing is. */
  void tellAudiences() {
    for (LimitWait place : all) {
      if (place.isClosed()) {
        place.limit.audience().spent();
      }
    }
  }

  /** Whether it is in one of the queues and its turn has not come. */
  boolean isQueued() {
    boolean queued = false;
    for (LimitWait place : all) {
      queued |= place.isQueued();
    }
    return queued;
  }

  /** The first where a frame cannot pass, and where one has to queue up; the ones behind are left. */
  @Nullable
  LimitWait nextToJoin(long messages, long bytes) {
    LimitWait closed = null;
    for (LimitWait place : all) {
      if (closed != null) {
        place.leave();
      } else if (!place.opensTo(messages, bytes)) {
        closed = place;
      }
    }
    return closed;
  }

  /** The one of those that are closed for which one has to wait for longest. */
  @Nullable
  LimitWait longest(ToLongFunction<LimitWait> waitNanos) {
    LimitWait longest = null;
    long most = -1;
    for (LimitWait place : all) {
      if (place.isClosed()) {
        long nanos = waitNanos.applyAsLong(place);
        if (nanos > most) {
          most = nanos;
          longest = place;
        }
      }
    }
    return longest;
  }

  /** Gives up all places in queues and all turns. */
  void leave() {
    for (LimitWait place : all) {
      place.leave();
    }
  }
}
