package io.sluice.policy;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All policies at one moment. Never changes. */
public final class Policies {

  /** No policy for anybody. */
  public static final Policies NONE = new Policies(Map.of());

  /**
   * What holds for a topic, and why.
   *
   * @param limit what may be published
   * @param origin whose policy that is
   */
  public record Resolved(PublishLimit limit, PolicyKey origin) {}

  private static final Resolved NOTHING_SET = new Resolved(PublishLimit.NONE, PolicyKey.DEFAULT);

  private final Map<PolicyKey, PublishLimit> publishLimits;

  private Policies(Map<PolicyKey, PublishLimit> publishLimits) {
    this.publishLimits = publishLimits;
  }

  public static Policies of(Map<PolicyKey, PublishLimit> publishLimits) {
    return new Policies(Map.copyOf(publishLimits));
  }

  /** Every limit that is set, by whom it is for. */
  public Map<PolicyKey, PublishLimit> publishLimits() {
    return publishLimits;
  }

  /**
   * What holds for a topic: its own policy if it has one, otherwise that of the topic it is a partition
   * of, of its namespace, or the default. The first one that is set holds as a whole, even if it says
   * that there is no limit.
   */
  public Resolved publishLimit(TopicName topic) {
    return Stream.of(
            Optional.<PolicyKey>of(new PolicyKey.Topic(topic)),
            topic.partitionedTopic().<PolicyKey>map(PolicyKey.Topic::new),
            Optional.<PolicyKey>of(new PolicyKey.Namespace(topic.namespace())),
            Optional.of(PolicyKey.DEFAULT))
        .flatMap(Optional::stream)
        .filter(publishLimits::containsKey)
        .findFirst()
        .map(key -> new Resolved(publishLimits.getOrDefault(key, PublishLimit.NONE), key))
        .orElse(NOTHING_SET);
  }

  /** These, with one more or another one. */
  public Policies with(PolicyKey key, PublishLimit limit) {
    Map<PolicyKey, PublishLimit> changed = new HashMap<>(publishLimits);
    changed.put(key, limit);
    return new Policies(Map.copyOf(changed));
  }

  /** These, without one. */
  public Policies without(PolicyKey key) {
    Map<PolicyKey, PublishLimit> changed = new HashMap<>(publishLimits);
    changed.remove(key);
    return new Policies(Map.copyOf(changed));
  }
}
