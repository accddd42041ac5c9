package io.sluice.admin.node;

import io.sluice.gateway.view.LimitShareView;
import io.sluice.policy.TopicName;
import java.util.List;
import java.util.Optional;

/** How the limits of topics are divided among the nodes: of those limits that this node uses. Any thread may call it. */
public interface LimitShareSource {

  /** Of a node that uses no limit. */
  LimitShareSource NONE = new LimitShareSource() {
    @Override
    public Optional<LimitShareView> publish(TopicName topic) {
      return Optional.empty();
    }

    @Override
    public List<LimitShareView> all(TopicName topic) {
      return List.of();
    }
  };

  /** The topic's publish limit; quick, so that it can be asked for each topic of a list. */
  Optional<LimitShareView> publish(TopicName topic);

  /** All limits of the topic, those of its subscriptions too. */
  List<LimitShareView> all(TopicName topic);
}
