package io.sluice.server;

import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import java.util.HashMap;
import java.util.Map;

/**
 * The block {@code policies}: how much may be published to topics when the node starts.
 *
 * @param otherwise for each topic that has none of its own or of its namespace
 * @param namespaces for each topic of a namespace
 * @param topics for single topics
 */
public record PolicySettings(
    @RecordReader.Key("default") PublishLimit otherwise,
    Map<PolicyKey.Namespace, PublishLimit> namespaces,
    Map<PolicyKey.Topic, PublishLimit> topics) {

  /** No policy for anybody. */
  public static final PolicySettings NONE =
      new PolicySettings(PublishLimit.NONE, Map.of(), Map.of());

  /** Copies the maps. */
  public PolicySettings {
    namespaces = Map.copyOf(namespaces);
    topics = Map.copyOf(topics);
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
