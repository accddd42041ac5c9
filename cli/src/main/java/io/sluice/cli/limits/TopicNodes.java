package io.sluice.cli.limits;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.api.LimitShare;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.ApiException;
import io.sluice.cli.remote.ApiPath;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * On which nodes the limits of a topic are used, as the node that is asked explains it.
 *
 * @param shares how they are divided; empty if that node uses none, or its version does not say
 * @param home the node to which the topic's clients are redirected; null if there is none
 */
record TopicNodes(List<LimitShare> shares, @Nullable Home home) {

  /** The home of a topic. */
  record Home(String node, String serviceUrl) {}

  private static final TopicNodes UNKNOWN = new TopicNodes(List.of(), null);

  /** Without shares if the answer has none. */
  TopicNodes {
    shares = Objects.requireNonNullElse(shares, List.of());
  }

  /** Only a topic is used on nodes; of other targets nothing is asked. */
  static TopicNodes of(Api api, LimitTarget target) throws ApiException, InterruptedException {
    if (!(target.key() instanceof PolicyKey.Topic topic)) {
      return UNKNOWN;
    }
    ApiPath path = LimitTarget.path(ApiPath.of("explain"), topic.name());
    Optional<JsonNode> explained = api.find(path);
    return explained.isEmpty() ? UNKNOWN : api.read(path, explained.get(), TopicNodes.class);
  }

  /** How the limits of a kind are divided: of subscriptions there may be several. */
  List<LimitShare> shares(PolicyKind<?> kind) {
    return shares.stream().filter(share -> kind.name().equals(share.kind())).toList();
  }
}
