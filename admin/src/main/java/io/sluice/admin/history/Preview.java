package io.sluice.admin.history;

import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.TopicName;
import java.util.List;

/**
 * Which topics a limit would have throttled in the last 15 minutes if it had been set: see {@link Replay}. If a
 * limit has a rate of messages and one of bytes, in each step the one counts that would have throttled for
 * longer. Ramps are ignored.
 *
 * @param coveredSeconds for how many of these seconds the rates are known
 * @param topics the topics that would have been throttled, those throttled for longest first
 */
public record Preview(int coveredSeconds, List<Topic> topics) {

  /**
   * A topic that would have been throttled.
   *
   * @param name the topic's full name
   * @param throttledSeconds for how long it would have been throttled
   * @param worst the topic's highest rate, as a multiple of the limit
   * @param limitedNow whether a producer or consumer of the topic is throttled already. Then clients may want
   *     more than the rates show
   */
  public record Topic(String name, double throttledSeconds, double worst, boolean limitedNow) {}

  /**
   * The limit to try out.
   *
   * @param kind publish or dispatch
   * @param target the target that it would be set for
   * @param messages per second; 0 or less for no limit
   * @param bytes per second; 0 or less for no limit
   */
  public record Limit(PolicyKind<?> kind, PolicyKey target, long messages, long bytes) {

    /** Whether this limit would be the one that holds for a topic, given the other policies. */
    boolean isFor(TopicName topic, Policies policies) {
      return Policies.candidates(topic).stream()
          .filter(key -> key.equals(target) || policies.get(kind, key).isPresent())
          .findFirst()
          .filter(target::equals)
          .isPresent();
    }
  }

  /** Replays the steps of a topic before {@code step} through the limit. */
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
