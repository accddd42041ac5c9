package io.sluice.admin.api;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.ServerBuilder;
import io.sluice.admin.figures.DisplayNames;
import io.sluice.admin.http.Precondition;
import io.sluice.admin.http.Refusal;
import io.sluice.admin.node.Changes;
import io.sluice.admin.node.NodeSources;
import io.sluice.admin.pulsar.ClusterCheck;
import io.sluice.api.Group;
import io.sluice.gateway.view.GroupView;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Membership;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.RampUp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Resource groups, how their quotas rise, and their members. */
final class GroupRoutes {

  private static final String GROUP = "/groups/{group}";
  private static final String RAMP = GROUP + "/ramp";
  private static final String TENANT = GROUP + "/members/tenants/{tenant}";
  private static final String NAMESPACE = GROUP + "/members/namespaces/{tenant}/{namespace}";

  private final NodeSources node;
  private final Changes changes;
  private final ClusterCheck cluster;

  GroupRoutes(NodeSources node, Changes changes, ClusterCheck cluster) {
    this.node = node;
    this.changes = changes;
    this.cluster = cluster;
  }

  void addTo(ServerBuilder builder) {
    Endpoint.get(builder, "/groups", this::list, "contains", "offset", "count");
    Endpoint.get(builder, GROUP, this::get);
    Endpoint.add(builder, HttpMethod.PUT, GROUP, this::put);
    Endpoint.add(builder, HttpMethod.PATCH, GROUP, this::patch);
    Endpoint.add(builder, HttpMethod.DELETE, GROUP, this::remove);
    Endpoint.get(
        builder,
        RAMP,
        request -> CompletableFuture.completedFuture(Endpoint.policy(ramp(request.group()))));
    Endpoint.add(builder, HttpMethod.PUT, RAMP, this::putRamp);
    Endpoint.add(builder, HttpMethod.DELETE, RAMP, this::removeRamp);
    Endpoint.get(builder, TENANT, request -> membership(request, request.tenant()));
    Endpoint.get(builder, NAMESPACE, request -> membership(request, request.namespace()));
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
    return Endpoint.answer(new Group.Page(
        groups.size(),
        page.of(groups).stream()
            .map(group -> GroupItems.of(
                policies,
                group,
                members.getOrDefault(group.name(), List.of()),
                node.groupIfFollowed()
                    .apply(group.name())
                    .map(view -> GroupItems.here(node.name(), view)),
                null))
            .toList()));
  }

  private CompletionStage<HttpResponse> get(ApiRequest request) {
    PolicyKey.Group group = request.group();
    GroupQuota quota = quota(group);
    Policies policies = changes.current();
    Optional<GroupView> view = node.followGroup().apply(group.name());
    return CompletableFuture.completedFuture(Endpoint.tagged(
        quota,
        GroupItems.of(
            policies,
            group,
            members(policies, group),
            view.map(now -> GroupItems.here(node.name(), now)),
            view.map(this::uses).orElse(List.of()))));
  }

  /** This node is the first of them. */
  private List<Group.NodeUse> uses(GroupView view) {
    Map<String, String> names = node.nodeNames();
    List<Group.NodeUse> uses = new ArrayList<>();
    for (GroupView.NodeUse use : view.uses()) {
      boolean self = uses.isEmpty();
      String name = self ? node.name() : names.getOrDefault(use.node(), use.node());
      uses.add(GroupItems.use(name, self, use));
    }
    return uses;
  }

  private static List<String> members(Policies policies, PolicyKey.Group group) {
    return policies.members(group.name()).stream().map(PolicyKey::toString).toList();
  }

  private GroupQuota quota(PolicyKey.Group group) {
    return required(group, changes.current().get(PolicyKind.GROUP, group));
  }

  private static GroupQuota required(PolicyKey.Group group, Optional<GroupQuota> quota) {
    return quota.orElseThrow(() -> ApiRequest.missing("there is no " + group));
  }

  private RampUp ramp(PolicyKey.Group group) {
    quota(group);
    return requiredRamp(group, changes.current().get(PolicyKind.RAMP, group));
  }

  private static RampUp requiredRamp(PolicyKey.Group group, Optional<RampUp> ramp) {
    return ramp.orElseThrow(() -> ApiRequest.missing(group + " has no ramp"));
  }

  private CompletionStage<HttpResponse> put(ApiRequest request) {
    return Endpoint.done(
        request.put(changes, PolicyKind.GROUP, request.group(), request.policy(PolicyKind.GROUP)));
  }

  private CompletionStage<HttpResponse> patch(ApiRequest request) {
    return Endpoint.changed(request.update(
        changes,
        PolicyKind.GROUP,
        request.group(),
        now -> Optional.of(request.patched(PolicyKind.GROUP, now))));
  }

  private CompletionStage<HttpResponse> remove(ApiRequest request) {
    PolicyKey.Group group = request.group();
    Precondition precondition = request.precondition();
    return Endpoint.done(changes.removeGroup(request.caller(), group, now -> {
      precondition.require("quota of " + group, now);
      required(group, now);
      requireUnused(changes.current(), group);
    }));
  }

  static void requireUnused(Policies policies, PolicyKey.Group group) {
    List<String> members = members(policies, group);
    if (!members.isEmpty()) {
      throw new Refusal(
          HttpStatus.PRECONDITION_FAILED,
          group + " is in use by " + String.join(", ", new TreeSet<>(members)));
    }
  }

  private CompletionStage<HttpResponse> putRamp(ApiRequest request) {
    PolicyKey.Group group = request.group();
    RampUp ramp = request.policy(PolicyKind.RAMP);
    quota(group);
    return Endpoint.done(request.put(changes, PolicyKind.RAMP, group, ramp));
  }

  private CompletionStage<HttpResponse> removeRamp(ApiRequest request) {
    PolicyKey.Group group = request.group();
    quota(group);
    return Endpoint.done(request.update(changes, PolicyKind.RAMP, group, now -> {
      requiredRamp(group, now);
      return Optional.empty();
    }));
  }

  private CompletionStage<HttpResponse> membership(ApiRequest request, PolicyKey member) {
    PolicyKey.Group group = request.group();
    quota(group);
    return CompletableFuture.completedFuture(Endpoint.policy(
        requiredMember(group, member, changes.current().get(PolicyKind.MEMBERSHIP, member))));
  }

  private CompletionStage<HttpResponse> join(ApiRequest request, PolicyKey member) {
    PolicyKey.Group group = request.group();
    quota(group);
    return Endpoint.done(cluster.require(request.ctx(), member).thenCompose(there -> {
      quota(group); // it may have been removed meanwhile
      return request.put(changes, PolicyKind.MEMBERSHIP, member, new Membership(group.name()));
    }));
  }

  private CompletionStage<HttpResponse> leave(ApiRequest request, PolicyKey member) {
    PolicyKey.Group group = request.group();
    quota(group);
    return Endpoint.done(request.update(changes, PolicyKind.MEMBERSHIP, member, now -> {
      requiredMember(group, member, now);
      return Optional.empty();
    }));
  }

  private static Membership requiredMember(
      PolicyKey.Group group, PolicyKey member, Optional<Membership> now) {
    return now.filter(membership -> membership.group().equals(group.name()))
        .orElseThrow(() -> ApiRequest.missing(member + " is not in " + group));
  }
}
