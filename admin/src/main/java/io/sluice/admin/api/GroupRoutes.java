package io.sluice.admin.api;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.ServerBuilder;
import io.sluice.admin.access.Caller;
import io.sluice.admin.figures.DisplayNames;
import io.sluice.admin.http.Refusal;
import io.sluice.admin.node.Changes;
import io.sluice.admin.node.NodeAccess;
import io.sluice.admin.pulsar.ClusterCheck;
import io.sluice.gateway.view.GroupView;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Membership;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.RampUp;
import io.sluice.policy.json.PolicyJson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Resource groups, how their quotas rise, and who is a member of them. */
final class GroupRoutes {

  private static final String GROUP = "/groups/{group}";
  private static final String RAMP = GROUP + "/ramp";
  private static final String TENANT = GROUP + "/members/tenants/{tenant}";
  private static final String NAMESPACE = GROUP + "/members/namespaces/{tenant}/{namespace}";

  /** @param total how many there are, whatever part of them is shown */
  private record Items(int total, List<GroupItem> items) {}

  private final NodeAccess node;
  private final Changes changes;
  private final ClusterCheck cluster;

  GroupRoutes(NodeAccess node, Changes changes, ClusterCheck cluster) {
    this.node = node;
    this.changes = changes;
    this.cluster = cluster;
  }

  void addTo(ServerBuilder builder) {
    Endpoint.get(builder, "/groups", this::list, "contains", "offset", "count");
    Endpoint.get(builder, GROUP, this::get);
    Endpoint.add(builder, HttpMethod.PUT, GROUP, this::put);
    Endpoint.add(builder, HttpMethod.DELETE, GROUP, this::remove);
    Endpoint.get(builder, RAMP, request -> Endpoint.answer(PolicyJson.of(ramp(request.group()))));
    Endpoint.add(builder, HttpMethod.PUT, RAMP, this::putRamp);
    Endpoint.add(builder, HttpMethod.DELETE, RAMP, this::removeRamp);
    Endpoint.add(builder, HttpMethod.PUT, TENANT, request -> join(request, request.tenant()));
    Endpoint.add(builder, HttpMethod.PUT, NAMESPACE, request -> join(request, request.namespace()));
    Endpoint.add(builder, HttpMethod.DELETE, TENANT, request -> leave(request, request.tenant()));
    Endpoint.add(
        builder, HttpMethod.DELETE, NAMESPACE, request -> leave(request, request.namespace()));
  }

  private CompletionStage<HttpResponse> list(ApiRequest request) {
    Page page = Page.of(request);
    String part = request.query("contains", "");
    Policies policies = changes.current();
    List<PolicyKey.Group> groups = policies.all(PolicyKind.GROUP).keySet().stream()
        .map(PolicyKey.Group.class::cast)
        .filter(group -> DisplayNames.contains(part, group.name()))
        .sorted(Comparator.comparing(PolicyKey.Group::name))
        .toList();
    // All memberships once, as asking for each group's would go through all of them each time.
    Map<String, List<String>> members = policies.all(PolicyKind.MEMBERSHIP).entrySet().stream()
        .collect(Collectors.groupingBy(
            member -> member.getValue().group(),
            Collectors.mapping(member -> member.getKey().toString(), Collectors.toList())));
    return Endpoint.answer(new Items(
        groups.size(),
        page.of(groups).stream()
            .map(group -> GroupItem.of(
                policies,
                group,
                members.getOrDefault(group.name(), List.of()),
                node.groups().apply(group.name()).map(view -> GroupItem.Here.of(node.name(), view)),
                null))
            .toList()));
  }

  private CompletionStage<HttpResponse> get(ApiRequest request) {
    PolicyKey.Group group = request.group();
    quota(group);
    Policies policies = changes.current();
    Optional<GroupView> view = node.followedGroups().apply(group.name());
    return Endpoint.answer(GroupItem.of(
        policies,
        group,
        members(policies, group),
        view.map(now -> GroupItem.Here.of(node.name(), now)),
        view.map(this::uses).orElse(List.of())));
  }

  /** This node is the first of them. */
  private List<GroupItem.NodeUse> uses(GroupView view) {
    Map<String, String> names = node.nodeNames();
    List<GroupItem.NodeUse> uses = new ArrayList<>();
    for (GroupView.NodeUse use : view.uses()) {
      boolean self = uses.isEmpty();
      String name = self ? node.name() : names.getOrDefault(use.node(), use.node());
      uses.add(GroupItem.NodeUse.of(name, self, use));
    }
    return uses;
  }

  private static List<String> members(Policies policies, PolicyKey.Group group) {
    return policies.members(group.name()).stream().map(PolicyKey::toString).toList();
  }

  private GroupQuota quota(PolicyKey.Group group) {
    return changes
        .current()
        .get(PolicyKind.GROUP, group)
        .orElseThrow(() -> ApiRequest.missing("there is no " + group));
  }

  private RampUp ramp(PolicyKey.Group group) {
    quota(group);
    return changes
        .current()
        .get(PolicyKind.RAMP, group)
        .orElseThrow(() -> ApiRequest.missing(group + " has no ramp"));
  }

  private CompletionStage<HttpResponse> put(ApiRequest request) {
    return Endpoint.done(changes.put(
        request.caller(), PolicyKind.GROUP, request.group(), request.policy(PolicyKind.GROUP)));
  }

  private CompletionStage<HttpResponse> remove(ApiRequest request) {
    PolicyKey.Group group = request.group();
    quota(group);
    return Endpoint.done(remove(changes, request.caller(), group));
  }

  /** Removes a group and its ramp, unless it has members. */
  static CompletionStage<Void> remove(Changes changes, Caller caller, PolicyKey.Group group) {
    Policies policies = changes.current();
    List<String> members = members(policies, group);
    if (!members.isEmpty()) {
      throw new Refusal(
          HttpStatus.PRECONDITION_FAILED,
          group + " is in use by " + String.join(", ", new TreeSet<>(members)));
    }
    // The ramp first: if only one of both gets done, a group is left and no ramp without one.
    CompletionStage<Void> ramp = policies.get(PolicyKind.RAMP, group).isEmpty()
        ? CompletableFuture.completedFuture(null)
        : changes.remove(caller, PolicyKind.RAMP, group);
    return ramp.thenCompose(removed -> changes.remove(caller, PolicyKind.GROUP, group));
  }

  private CompletionStage<HttpResponse> putRamp(ApiRequest request) {
    PolicyKey.Group group = request.group();
    RampUp ramp = request.policy(PolicyKind.RAMP);
    quota(group);
    return Endpoint.done(changes.put(request.caller(), PolicyKind.RAMP, group, ramp));
  }

  private CompletionStage<HttpResponse> removeRamp(ApiRequest request) {
    ramp(request.group());
    return Endpoint.done(changes.remove(request.caller(), PolicyKind.RAMP, request.group()));
  }

  private CompletionStage<HttpResponse> join(ApiRequest request, PolicyKey member) {
    PolicyKey.Group group = request.group();
    quota(group);
    return Endpoint.done(cluster
        .require(request.ctx(), member)
        .thenCompose(there -> changes.put(
            request.caller(), PolicyKind.MEMBERSHIP, member, new Membership(group.name()))));
  }

  private CompletionStage<HttpResponse> leave(ApiRequest request, PolicyKey member) {
    PolicyKey.Group group = request.group();
    quota(group);
    boolean isMember = changes
        .current()
        .get(PolicyKind.MEMBERSHIP, member)
        .filter(membership -> membership.group().equals(group.name()))
        .isPresent();
    if (!isMember) {
      throw ApiRequest.missing(member + " is not in " + group);
    }
    return Endpoint.done(changes.remove(request.caller(), PolicyKind.MEMBERSHIP, member));
  }
}
