package io.sluice.admin.history;

import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.TopicName;
import java.util.List;

/**
 * Which topics a limit would have throttled in the last 15 minutes, had it been set: see {@link Replay}. Of
 * messages and bytes the one counts, in each step, of which there would have been more waiting. A ramp is
 * not taken into account.
 *
 * @param coveredSeconds how much of the time is known
 * @param topics those that would have been throttled, worst first
 */
public record Preview(int coveredSeconds, List<Topic> topics) {

  /**
   * One that would have been throttled.
   *
   * @param name which
   * @param throttledSeconds for how long
   * @param worst the largest rate, as a multiple of the limit
   * @param limitedNow whether a producer or consumer has to wait now, so that what was seen may be less
   *     than was wanted
   */
  public record Topic(String name, double throttledSeconds, double worst, boolean limitedNow) {}

  /**
   * A limit that is not set yet.
   *
   * @param kind publish or dispatch
   * @param target whose it would be
   * @param messages per second; 0 or less for no limit
   * @param bytes per second; 0 or less for no limit
   */
  public record Limit(PolicyKind<?> kind, PolicyKey target, long messages, long bytes) {

    /** Whether it would be the one that counts for a topic, as things are set otherwise. */
    boolean isFor(TopicName topic, Policies policies) {
      return Policies.candidates(topic).stream()
          .filter(key -> key.equals(target) || policies.get(kind, key).isPresent())
          .findFirst()
          .filter(target::equals)
          .isPresent();
    }
  }

  /** What it would have done to one topic, in the steps before this. */
  static Topic of(TopicTrack track, Limit limit, long step, long look) {
    boolean publish = limit.kind.equals(PolicyKind.PUBLISH);
    int ofMessages = publish ? TopicTrack.MESSAGES : TopicTrack.DISPATCH_MESSAGES;
    int ofBytes = publish ? TopicTrack.BYTES : TopicTrack.DISPATCH_BYTES;
    Replay messages = new Replay(limit.messages);
    Replay bytes = new Replay(limit.bytes);
    double throttledSeconds = 0;
    double worst = 0;
    for (long at = step - Rings.STEPS; at < step; at++) {
      double messageRate = track.rings.get(ofMessages, at);
      double byteRate = track.rings.get(ofBytes, at);
      if (!Double.isNaN(messageRate) && !Double.isNaN(byteRate)) {
        throttledSeconds += Math.max(
            messages.throttledSeconds(messageRate, History.STEP_SECONDS),
            bytes.throttledSeconds(byteRate, History.STEP_SECONDS));
        worst = Math.max(worst, Math.max(messages.multiple(messageRate), bytes.multiple(byteRate)));
      }
    }
    return new Topic(track.name, throttledSeconds, worst, track.isLimited(limit.kind, look));
  }
}
