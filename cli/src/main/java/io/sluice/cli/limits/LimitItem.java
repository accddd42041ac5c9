package io.sluice.cli.limits;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.json.PolicyJson;
import io.sluice.policy.json.StrictJson;
import java.util.List;

/**
 * A limit that is set, as the API lists it.
 *
 * @param target such as {@code namespace public/default}
 * @param kind such as {@code publish}
 * @param policy as JSON
 */
record LimitItem(String target, String kind, JsonNode policy) {

  /** Several of them, as the API has it. */
  record Page(int total, List<LimitItem> items) {

    static Page of(List<LimitItem> items) {
      return new Page(items.size(), items);
    }
  }

  static LimitItem of(PolicyKey key, PolicyKind<?> kind, Record policy) {
    return new LimitItem(
        key.toString(), kind.name(), StrictJson.mapper().valueToTree(PolicyJson.of(policy)));
  }
}
