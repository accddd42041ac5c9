package io.sluice.cli.groups;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.limits.LimitText;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.ApiException;
import io.sluice.cli.remote.ApiPath;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.RampUp;
import io.sluice.policy.json.InvalidJsonException;
import io.sluice.policy.json.PolicyJson;
import io.sluice.policy.json.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A group as a node has it.
 *
 * @param members such as {@code tenant a} and {@code namespace a/b}
 */
record RemoteGroup(
    String name, GroupQuota quota, Optional<RampUp> ramp, List<String> members, JsonNode json) {

  static final ApiPath ALL = ApiPath.of("groups");

  static List<RemoteGroup> all(Api api) throws ApiException, InterruptedException {
    List<RemoteGroup> groups = new ArrayList<>();
    for (JsonNode group : api.items(ALL)) {
      groups.add(read(api, ALL, group));
    }
    return groups;
  }

  static Optional<RemoteGroup> find(Api api, String name)
      throws ApiException, InterruptedException {
    ApiPath path = ALL.then(name);
    Optional<JsonNode> json = api.find(path);
    return json.isEmpty() ? Optional.empty() : Optional.of(read(api, path, json.get()));
  }

  private static RemoteGroup read(Api api, ApiPath path, JsonNode json) throws ApiException {
    try {
      List<String> members = new ArrayList<>();
      json.path("members").forEach(member -> members.add(member.asText()));
      return new RemoteGroup(
          json.path("name").asText(),
          PolicyJson.read(PolicyKind.GROUP, StrictJson.write(json.path("quota"))),
          json.path("ramp").isObject()
              ? Optional.of(PolicyJson.read(PolicyKind.RAMP, StrictJson.write(json.path("ramp"))))
              : Optional.empty(),
          members,
          json);
    } catch (InvalidJsonException e) {
      throw api.unreadable(path, String.valueOf(e.getMessage()));
    }
  }

  /** What its members may do. */
  static String text(String name, GroupQuota quota, Optional<RampUp> ramp) {
    return name + ": " + LimitText.of(quota) + ", all members together"
        + ramp.map(up -> "; " + LimitText.of(up)).orElse("");
  }
}
