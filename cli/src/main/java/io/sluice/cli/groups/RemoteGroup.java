package io.sluice.cli.groups;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.api.Group;
import io.sluice.cli.limits.LimitText;
import io.sluice.cli.remote.Api;
import io.sluice.cli.remote.ApiException;
import io.sluice.cli.remote.ApiPath;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.RampUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A group as a node has it.
 *
 * @param json all that the node has said of it
 */
record RemoteGroup(Group group, GroupQuota quota, Optional<RampUp> ramp, JsonNode json) {

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

  static RemoteGroup read(Api api, ApiPath path, JsonNode json) throws ApiException {
    Group group = api.read(path, json, Group.class);
    return new RemoteGroup(
        group,
        api.read(path, group.quota(), PolicyKind.GROUP),
        group.ramp() == null
            ? Optional.empty()
            : Optional.of(api.read(path, group.ramp(), PolicyKind.RAMP)),
        json);
  }

  /** What its members may do. */
  static String text(String name, GroupQuota quota, Optional<RampUp> ramp) {
    return name + ": " + LimitText.of(quota) + ", all members together"
        + ramp.map(up -> "; " + LimitText.of(up)).orElse("");
  }
}
