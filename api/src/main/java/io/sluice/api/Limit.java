package io.sluice.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import java.util.List;

/**
 * A limit that is set.
 *
 * @param target whose it is, such as {@code namespace public/default}
 * @param kind such as {@code publish}
 * @param policy the limit
 */
public record Limit(String target, String kind, JsonNode policy) {

  /**
   * Several of them.
   *
   * @param total how many there are, whatever part of them is shown
   */
  public record Page(int total, List<Limit> items) {}

  /**
   * Whether a publish limit is enforced.
   *
   * @param enforce false if it only counts what it would have done
   */
  public record Enforce(boolean enforce) {}

  /** A limit of this target. */
  public static Limit of(PolicyKey target, PolicyKind<?> kind, Record policy) {
    return new Limit(target.toString(), kind.name(), ApiJson.of(policy));
  }
}
