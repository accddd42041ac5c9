package io.sluice.admin.history;

import io.sluice.admin.figures.Figures;
import io.sluice.admin.figures.Speed;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.TopicName;
import io.sluice.quota.NodeLoad;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The last 15 minutes of a node, of its topics and of the resource groups, in steps of five seconds. It is made
 * from looks at the node's connections and from what has happened between two looks. Looks may come at any time.
 * Any thread may call it.
 *
 * <p>A step is known if looks cover at least half of it. Looks that are up to {@link #LONGEST_GAP} apart
 * cover the time between them; what is between others is not known, and counting begins anew.
 */
public final class History {

  /** How long a step is. */
  public static final int STEP_SECONDS = 5;

  static final int MOST_TOPICS = 5000;
  static final Duration LONGEST_GAP = Duration.ofSeconds(15);

  private static final long STEP_NANOS = Duration.ofSeconds(STEP_SECONDS).toNanos();

  private static final int MESSAGES = 0;
  private static final int BYTES = 1;
  private static final int DISPATCH_MESSAGES = 2;
  private static final int DISPATCH_BYTES = 3;
  private static final int HELD_BYTES = 4;
  private static final int THROTTLED_PRODUCERS = 5;
  private static final List<String> NODE = List.of(
      "messages", "bytes", "dispatchMessages", "dispatchBytes", "heldBytes", "throttledProducers");

  private record Look(long nanos, Instant time) {}

  private final Supplier<Policies> policies;
  private final Supplier<Map<PolicyKey, RampView>> ramps;
  private final BusyTracks<String, TopicTrack> topics = new BusyTracks<>("topics", MOST_TOPICS);
  private final GroupTracks groups;
  private final List<TopicTrack> seen = new ArrayList<>();

  private Track node = new Track(NODE, NODE.size());
  private @Nullable Look last;
  private long looks;
  private @Nullable NodeLoad load;

  /** Of the step that is not over yet. */
  private long step;

  private long startNanos;
  private long coveredNanos;

  /**
   * @param policies which limits are to hold
   * @param ramps where those that are set stand
   * @param groups those that the node has
   */
  public History(
      Supplier<Policies> policies, Supplier<Map<PolicyKey, RampView>> ramps, Groups groups) {
    this.policies = policies;
    this.ramps = ramps;
    this.groups = new GroupTracks(groups);
  }

  /**
   * Takes a look into account.
   *
   * @param nanos when it was, by a clock of which only differences count
   * @param time when it was
   * @param figures what has happened since the look before; null if that is not known
   */
  public synchronized void look(long nanos, Instant time, @Nullable Figures figures) {
    Look before = last;
    if (before == null) {
      last = new Look(nanos, time);
      startNanos = nanos;
    } else if (nanos - before.nanos > 0) {
      last = new Look(nanos, time);
      looks++;
      if (figures == null || nanos - before.nanos > LONGEST_GAP.toNanos()) {
        load = null;
        skipTo(nanos);
      } else {
        saw(figures.all());
        figures.topics().forEach(this::saw);
        spread(before.nanos, nanos);
      }
    }
  }

  /** What all topics together have done since the look before. */
  private void saw(Speed all) {
    node.saw(MESSAGES, all.messages());
    node.saw(BYTES, all.bytes());
    node.saw(DISPATCH_MESSAGES, all.dispatchMessages());
    node.saw(DISPATCH_BYTES, all.dispatchBytes());
    // These values are assumed to hold since the look before.
    node.saw(HELD_BYTES, (double) all.heldBytes());
    node.saw(THROTTLED_PRODUCERS, all.throttled());
    load = new NodeLoad(
        all.messages(),
        all.bytes(),
        all.dispatchMessages(),
        all.dispatchBytes(),
        all.throttled(),
        all.waiting(),
        all.heldBytes());
  }

  private void saw(String topic, Speed speed) {
    if (!speed.isBusy()) {
      return;
    }
    TopicTrack track = topics.busy(topic, step, () -> new TopicTrack(topic));
    if (track != null) {
      track.saw(speed, looks);
      seen.add(track);
    }
  }

  /** Divides what was seen between two looks among the steps between them. */
  private void spread(long fromNanos, long toNanos) {
    long at = fromNanos;
    while (toNanos - at > 0) {
      long left = STEP_NANOS - (at - startNanos);
      long taken = Math.min(left, toNanos - at);
      node.add(taken / 1e9);
      for (TopicTrack track : seen) {
        track.add(taken / 1e9);
        topics.busy(track.name, step, () -> track); // also in its place among the others
      }
      coveredNanos += taken;
      at += taken;
      if (taken == left) {
        close();
      }
    }
    node.forgetSeen();
    seen.forEach(Track::forgetSeen);
    seen.clear();
  }

  private void skipTo(long nanos) {
    long over = (nanos - startNanos) / STEP_NANOS;
    if (over > Rings.STEPS) {
      step += over;
      startNanos += over * STEP_NANOS;
      coveredNanos = 0;
      node = new Track(NODE, NODE.size());
      topics.clear();
      groups.clear();
    } else {
      for (long i = 0; i < over; i++) {
        close();
      }
    }
  }

  /** Ends the open step. */
  private void close() {
    if (coveredNanos < STEP_NANOS / 2) {
      node.skip(step);
      topics.tracks().forEach(track -> track.skip(step));
      groups.skip(step);
    } else {
      double seconds = coveredNanos / 1e9;
      Policies limits = policies.get();
      Map<PolicyKey, RampView> rising = ramps.get();
      node.close(step, seconds);
      for (TopicTrack track : topics.tracks()) {
        track.close(step, seconds);
        track.keepLimits(step, limits, rising);
      }
      groups.keep(step, limits, rising);
    }
    step++;
    startNanos += STEP_NANOS;
    coveredNanos = 0;
    topics.forgetIdle(step);
  }

  /**
   * What the node did between the two latest looks.
   *
   * @param nanos now; the answer is empty if the latest look was long ago
   */
  public synchronized Optional<NodeLoad> load(long nanos) {
    return last != null && nanos - last.nanos <= LONGEST_GAP.toNanos()
        ? Optional.ofNullable(load)
        : Optional.empty();
  }

  /** What the node did. */
  public synchronized Charts node(Instant now) {
    return new Charts(to(now), node.rings.before(step));
  }

  /** What a topic did, which may be nothing at all. */
  public synchronized Charts topic(TopicName topic, Instant now) {
    TopicTrack track = topics.get(topic.toString());
    return new Charts(
        to(now), (track == null ? new Rings(TopicTrack.SERIES) : track.rings).before(step));
  }

  /** What a group did, which may be nothing at all. */
  public synchronized Charts.OfGroup group(String group, Instant now) {
    return new Charts.OfGroup(to(now), groups.quota(group, step), groups.nodes(group, step));
  }

  /** When the last step has ended; before the first look, now. */
  private Instant to(Instant now) {
    return last == null ? now : last.time.minusNanos(last.nanos - startNanos);
  }

  /** What a limit would have done. */
  public synchronized Preview preview(Preview.Limit limit) {
    Policies now = policies.get();
    int covered = 0;
    for (long at = step - Rings.STEPS; at < step; at++) {
      covered += Double.isNaN(node.rings.get(0, at)) ? 0 : STEP_SECONDS;
    }
    return new Preview(
        covered,
        topics.tracks().stream()
            .filter(track -> limit.isFor(track.topic, now))
            .map(track -> Preview.of(track, limit, step, looks))
            .filter(topic -> topic.throttledSeconds() > 0)
            .sorted(Comparator.comparingDouble(Preview.Topic::throttledSeconds)
                .thenComparingDouble(Preview.Topic::worst)
                .reversed()
                .thenComparing(Preview.Topic::name))
            .toList());
  }

  /** How many topics have a track. */
  synchronized int topics() {
    return topics.tracks().size();
  }

  /** How many times a topic, or a group on a node, was not kept because there are too many. */
  public synchronized long leftOut() {
    return topics.leftOut() + groups.leftOut();
  }
}
