package io.sluice.admin.api;

import io.sluice.gateway.PublishSettings;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What holds for a topic, in a few sentences. */
final class ExplanationText {

  private ExplanationText() {}

  static List<String> of(
      TopicName topic,
      Policies policies,
      PublishSettings settings,
      List<Explanation.Group> groups) {
    List<String> text = new ArrayList<>();
    text.add(publish(policies.resolve(PolicyKind.PUBLISH, topic)));
    PublishLimit node = settings.nodeLimit();
    if (!node.isNone()) {
      text.add("All topics together may publish " + rates(node) + " through this node"
          + (node.enforce() ? "." : "; that is only counted."));
    }
    for (PolicyKind<?> kind :
        List.of(PolicyKind.DISPATCH, PolicyKind.SUBSCRIPTION_DISPATCH, PolicyKind.RAMP)) {
      policies
          .resolve(kind, topic)
          .ifPresent(set -> text.add("There is a " + kind + " limit, " + origin(set.origin())
              + "; it is stored, but not enforced yet."));
    }
    groups.forEach(group -> text.add(group.text() + "."));
    return text;
  }

  private static String publish(Optional<Policies.Resolved<PublishLimit>> resolved) {
    if (resolved.isEmpty()) {
      return "Publishing is not limited: nothing is set for the topic, for its namespace or by"
          + " default.";
    }
    PublishLimit limit = resolved.get().limit();
    String origin = origin(resolved.get().origin());
    if (limit.isNone()) {
      return "Publishing is not limited, " + origin + ".";
    }
    return limit.enforce()
        ? "The topic may publish " + rates(limit) + ", " + origin + "."
        : "The topic should publish at most " + rates(limit) + ", " + origin
            + "; more is only counted, nobody has to wait.";
  }

  private static String origin(PolicyKey key) {
    return key.equals(PolicyKey.DEFAULT) ? "as set by default" : "as set for " + key;
  }

  private static String rates(PublishLimit limit) {
    String messages = limit.messages() + " messages/s";
    String bytes = limit.bytes() + " bytes/s";
    if (limit.messages() <= 0) {
      return bytes;
    }
    return limit.bytes() <= 0 ? messages : messages + " and " + bytes;
  }
}
