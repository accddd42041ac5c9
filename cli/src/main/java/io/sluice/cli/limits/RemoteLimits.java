package io.sluice.cli.limits;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.api.Limit;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.ApiException;
import io.sluice.cli.remote.ApiPath;
import io.sluice.policy.PolicyKind;
import java.util.Map;
import java.util.Optional;

/** Reads and sets limits at a node. */
final class RemoteLimits {

  private final Api api;

  RemoteLimits(Api api) {
    this.api = api;
  }

  <P extends Record> Optional<P> find(PolicyKind<P> kind, LimitTarget target)
      throws ApiException, InterruptedException {
    ApiPath path = target.path(kind);
    Optional<JsonNode> json = api.find(path);
    return json.isEmpty() ? Optional.empty() : Optional.of(api.read(path, json.get(), kind));
  }

  /** Sets the given fields, and returns the limit as it is then. */
  <P extends Record> P patch(PolicyKind<P> kind, LimitTarget target, Map<String, ?> given)
      throws ApiException, InterruptedException {
    return api.patch(target.path(kind), given, kind);
  }

  /** Sets the given fields of a limit that is set; fails if it is not set any more. */
  <P extends Record> P patchExisting(PolicyKind<P> kind, LimitTarget target, Map<String, ?> given)
      throws ApiException, InterruptedException {
    return api.patchExisting(target.path(kind), given, kind);
  }

  /** Sets whether a limit is enforced. Its other fields stay, also if another operator changes them meanwhile. */
  void enforce(LimitTarget target, boolean enforce) throws ApiException, InterruptedException {
    api.put(target.path(PolicyKind.PUBLISH).then("enforce"), new Limit.Enforce(enforce));
  }

  boolean remove(PolicyKind<?> kind, LimitTarget target) throws ApiException, InterruptedException {
    return api.delete(target.path(kind));
  }
}
