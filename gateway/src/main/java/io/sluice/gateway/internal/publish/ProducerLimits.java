package io.sluice.gateway.internal.publish;

import io.sluice.gateway.internal.limit.BrokerPublishLimiter;
import io.sluice.gateway.internal.limit.GroupLimiter;
import io.sluice.gateway.internal.limit.PolicyLimiter;
import io.sluice.gateway.internal.limit.ResourceGroup;
import io.sluice.gateway.internal.limit.TopicPublishLimiter;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A producer's limits, in the order in which it waits for them: its topic's, its namespace's group's, its
 * tenant's group's, its broker's: the wider a limit, the later. The producer waits for one at a time and keeps the turns that it has at those before,
 * so that in the end it has all of them. It gives back its turns at those behind, as other producers could
 * use them meanwhile. At a limit whose queue is empty and that has tokens, the frame is charged
 * without waiting, which may leave a debt. Belongs to the connection's event loop.
 */
final class ProducerLimits {

  private final TopicPublishLimiter topic;
  private LimitWait[] all;

  /** The version of the resource groups that these limits follow. */
  private int version;

  ProducerLimits(TopicPublishLimiter topic, BrokerPublishLimiter broker) {
    this.topic = topic;
    this.all = new LimitWait[] {new LimitWait(topic), new LimitWait(broker)};
  }

  TopicPublishLimiter topic() {
    return topic;
  }

  void forEachLimit(Consumer<PolicyLimiter> action) {
    for (LimitWait wait : all) {
      action.accept(wait.limit);
    }
  }

  int version() {
    return version;
  }

  /**
   * Takes these groups for those that hold, and leaves the queues of the others; at limits that
   * still hold, its place in the queue and its turn stay as they are.
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
    LimitWait[] after = new LimitWait[groups.size() + 2];
    int last = after.length - 1;
    after[0] = before[0];
    after[last] = before[before.length - 1];
    boolean changed = after.length != before.length;
    for (int i = 1; i < last; i++) {
      GroupLimiter limit = groups.get(i - 1).publish();
      LimitWait known = at(limit, before);
      after[i] = known == null ? new LimitWait(limit) : known;
      changed |= i >= before.length || before[i] != after[i];
      if (known == null) {
        come.accept(limit);
      }
    }
    all = after;
    for (LimitWait wait : before) {
      if (at(wait.limit, after) == null) {
        wait.leave();
        gone.accept(wait.limit);
      }
    }
    return changed;
  }

  @SuppressWarnings("ReferenceEquality") // a group of that name may have been deleted and made anew
  private static @Nullable LimitWait at(PolicyLimiter limit, LimitWait[] places) {
    for (LimitWait wait : places) {
      if (wait.limit == limit) {
        return wait;
      }
    }
    return null;
  }

  /** Whether a frame may pass all of them. */
  boolean openTo(long messages, long bytes) {
    for (LimitWait wait : all) {
      if (!wait.opensTo(messages, bytes)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Charges a frame that passes to each limit.
   *
   * @return whether all of them have tokens left
   */
  boolean use(long messages, long bytes) {
    boolean left = true;
    for (LimitWait wait : all) {
      left &= wait.use(messages, bytes);
    }
    return left;
  }

  /** Tells the listeners of those limits that have nothing left. */
  void tellListeners() {
    for (LimitWait wait : all) {
      if (wait.mustWait()) {
        wait.limit.listeners().spent();
      }
    }
  }

  /** Whether it is in one of the queues and its turn has not come. */
  boolean isQueued() {
    boolean queued = false;
    for (LimitWait wait : all) {
      queued |= wait.isQueued();
    }
    return queued;
  }

  /**
   * The first limit that a frame cannot pass, whose queue the producer has to join; null if it can
   * pass all. Gives up places and turns at the limits behind it.
   */
  @Nullable
  LimitWait nextToJoin(long messages, long bytes) {
    LimitWait next = null;
    for (LimitWait wait : all) {
      if (next != null) {
        wait.leave();
      } else if (!wait.opensTo(messages, bytes)) {
        next = wait;
      }
    }
    return next;
  }

  /** Of the limits for which the producer must wait, the one that takes longest. */
  @Nullable
  LimitWait longest(ToLongFunction<LimitWait> waitNanos) {
    LimitWait longest = null;
    long most = -1;
    for (LimitWait wait : all) {
      if (wait.mustWait()) {
        long nanos = waitNanos.applyAsLong(wait);
        if (nanos > most) {
          most = nanos;
          longest = wait;
        }
      }
    }
    return longest;
  }

  /** Gives up all places in queues and all turns. */
  void leave() {
    for (LimitWait wait : all) {
      wait.leave();
    }
  }
}
