package io.sluice.cli.limits;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.ApiException;
import io.sluice.cli.remote.ApiPath;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.json.InvalidJsonException;
import io.sluice.policy.json.PolicyJson;
import io.sluice.policy.json.StrictJson;
import java.util.Optional;

/** Limits as a node has them. */
final class RemoteLimits {

  private final Api api;

  RemoteLimits(Api api) {
    this.api = api;
  }

  <P extends Record> Optional<P> find(PolicyKind<P> kind, LimitTarget target)
      throws ApiException, InterruptedException {
    ApiPath path = target.path(kind);
    Optional<JsonNode> json = api.find(path);
    return json.isEmpty() ? Optional.empty() : Optional.of(read(api, path, kind, json.get()));
  }

  static <P extends Record> P read(Api api, ApiPath path, PolicyKind<P> kind, JsonNode json)
      throws ApiException {
    try {
      return PolicyJson.read(kind, StrictJson.write(json));
    } catch (InvalidJsonException e) {
      throw api.unreadable(path, String.valueOf(e.getMessage()));
    }
  }

  <P extends Record> void put(PolicyKind<P> kind, LimitTarget target, P policy)
      throws ApiException, InterruptedException {
    api.put(target.path(kind), PolicyJson.of(policy));
  }

  /** Only whether it is enforced, whatever somebody else may be changing about it just now. */
  void enforce(LimitTarget target, boolean enforce) throws ApiException, InterruptedException {
    api.put(target.path(PolicyKind.PUBLISH).then("enforce"), new Enforce(enforce));
  }

  private record Enforce(boolean enforce) {}

  boolean remove(PolicyKind<?> kind, LimitTarget target) throws ApiException, InterruptedException {
    return api.delete(target.path(kind));
  }
}
