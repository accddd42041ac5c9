package io.sluice.gateway.internal.limit;

import io.sluice.gateway.view.LimitShareView;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.TopicName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How the limits of a topic are divided among nodes, for views. Any thread may call it. */
public final class TopicShares {

  /** A topic may have any number of subscriptions; of so many each is shown. */
  static final int MOST_SUBSCRIPTIONS = 100;

  private final PublishLimits publish;
  private final DispatchLimits dispatch;
  private final ResourceGroups groups;

  public TopicShares(PublishLimits publish, DispatchLimits dispatch, ResourceGroups groups) {
    this.publish = publish;
    this.dispatch = dispatch;
    this.groups = groups;
  }

  /** The topic's publish limit; empty if this node does not use it. */
  public Optional<LimitShareView> publish(TopicName topic) {
    return publish.find(topic).flatMap(limiter -> view(limiter, ""));
  }

  /** All limits of the topic that this node uses; of subscriptions the first ones by name. Looks at all dispatch limiters. */
  public List<LimitShareView> of(TopicName topic) {
    Stream<LimitShareView> ofTopic =
        dispatch.find(new DispatchLimiter.Key(PolicyKind.DISPATCH, topic, "")).stream()
            .flatMap(limiter -> view(limiter, "").stream());
    Stream<LimitShareView> ofSubscriptions = dispatch
        .subscriptions(topic)
        .flatMap(limiter -> view(limiter, limiter.key().subscription()).stream())
        .limit(MOST_SUBSCRIPTIONS);
    return Stream.of(publish(topic).stream(), ofTopic, ofSubscriptions)
        .flatMap(each -> each)
        .toList();
  }

  private Optional<LimitShareView> view(RegisteredLimiter<?> limiter, String subscription) {
    return groups
        .division(limiter)
        .map(division -> new LimitShareView(
            limiter.kind(),
            subscription.isEmpty() ? Optional.empty() : Optional.of(subscription),
            division.messages(),
            division.bytes(),
            division.nodes(),
            division.dividedBy(),
            groups.isConnected()));
  }
}
