package io.sluice.server;

import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The block {@code policies}: how much may be published to topics, and where changes of that are
 * kept.
 *
 * @param store the topic on which nodes share what is set while they run; empty for the memory of this
 *     node alone
 * @param storeTimeout how long a node that starts waits for it
 * @param otherwise for each topic that has none of its own or of its namespace
 * @param namespaces for each topic of a namespace
 * @param topics for single topics
 */
public record PolicySettings(
    String store,
    Duration storeTimeout,
    @RecordReader.Key("default") PublishLimit otherwise,
    Map<PolicyKey.Namespace, PublishLimit> namespaces,
    Map<PolicyKey.Topic, PublishLimit> topics) {

  /** No policy at all, and a topic where the cluster keeps what is its own. */
  static final PolicySettings DEFAULT = new PolicySettings(
      "persistent://pulsar/system/sluice-policies",
      Duration.ofMinutes(1),
      PublishLimit.NONE,
      Map.of(),
      Map.of());

  /** Checks the topic, and copies the maps. */
  public PolicySettings {
    if (!store.isEmpty() && !TopicName.parse(store).domain().equals("persistent")) {
      throw new IllegalArgumentException(
          "store must be a persistent topic, or what is set would be forgotten: " + store);
    }
    if (storeTimeout.toMillis() < 1) {
      throw new IllegalArgumentException("storeTimeout must be positive, not " + storeTimeout);
    }
    namespaces = Map.copyOf(namespaces);
    topics = Map.copyOf(topics);
  }

  /** For single topics only, known to this node alone. */
  public static PolicySettings inMemory(Map<PolicyKey.Topic, PublishLimit> topics) {
    return new PolicySettings("", DEFAULT.storeTimeout, PublishLimit.NONE, Map.of(), topics);
  }

  /**
   * What a node starts with. A namespace or topic without a limit is among them, as it is exempt from
   * the more general ones; a default without a limit is exempt from nothing.
   */
  Policies initial() {
    Map<PolicyKey, PublishLimit> all = new HashMap<>(namespaces);
    all.putAll(topics);
    if (!otherwise.isNone()) {
      all.put(PolicyKey.DEFAULT, otherwise);
    }
    return Policies.of(all);
  }
}
