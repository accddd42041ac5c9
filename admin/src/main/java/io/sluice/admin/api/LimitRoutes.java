package io.sluice.admin.api;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.ServerBuilder;
import io.sluice.admin.figures.DisplayNames;
import io.sluice.admin.node.Changes;
import io.sluice.admin.pulsar.ClusterCheck;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.json.PolicyJson;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** Limits of topics, of namespaces and by default: which there are, and changes of them. */
final class LimitRoutes {

  /** Those that topics can have. */
  static final List<PolicyKind<?>> KINDS = PolicyKind.ALL.stream()
      .filter(kind -> kind.targets().contains(PolicyKey.Default.class))
      .toList();

  private static final List<String> KIND_NAMES =
      KINDS.stream().map(PolicyKind::name).toList();

  /** Whose they can be. */
  record Target(String path, Function<ApiRequest, PolicyKey> key) {}

  static final List<Target> TARGETS = List.of(
      new Target("/default", request -> PolicyKey.DEFAULT),
      new Target("/namespaces/{tenant}/{namespace}", ApiRequest::namespace),
      new Target("/topics/{domain}/{tenant}/{namespace}/{topic}", ApiRequest::topic));

  private record Item(String target, String kind, Record policy) {}

  private record Items(int total, List<Item> items) {}

  private record Enforce(boolean enforce) {}

  private final Changes changes;
  private final ClusterCheck cluster;

  LimitRoutes(Changes changes, ClusterCheck cluster) {
    this.changes = changes;
    this.cluster = cluster;
  }

  void addTo(ServerBuilder builder) {
    Endpoint.get(builder, "/limits", this::list, "kind", "contains", "offset", "count");
    for (Target target : TARGETS) {
      String path = "/limits/{kind}" + target.path;
      Endpoint.get(builder, path, of(target, this::get));
      Endpoint.add(builder, HttpMethod.PUT, path, of(target, this::put));
      Endpoint.add(builder, HttpMethod.DELETE, path, of(target, this::remove));
      Endpoint.add(
          builder,
          HttpMethod.PUT,
          "/limits/publish" + target.path + "/enforce",
          of(target, this::enforce));
    }
  }

  private static Endpoint.Handler of(
      Target target, BiFunction<ApiRequest, PolicyKey, CompletionStage<HttpResponse>> handler) {
    return request -> handler.apply(request, target.key.apply(request));
  }

  private CompletionStage<HttpResponse> list(ApiRequest request) {
    Page page = Page.of(request);
    String kind = request.query("kind", "", KIND_NAMES);
    String part = request.query("contains", "");
    Policies policies = changes.current();
    List<Item> all = KINDS.stream()
        .filter(each -> kind.isEmpty() || each.name().equals(kind))
        .flatMap(each -> items(policies, each))
        .filter(item -> DisplayNames.contains(part, item.target))
        .sorted(Comparator.comparing(Item::target).thenComparing(Item::kind))
        .toList();
    List<Item> wanted = page.of(all).stream()
        .map(item -> new Item(item.target, item.kind, PolicyJson.of(item.policy)))
        .toList();
    return Endpoint.answer(new Items(all.size(), wanted));
  }

  private static Stream<Item> items(Policies policies, PolicyKind<?> kind) {
    return policies.all(kind).entrySet().stream()
        .map(set -> new Item(set.getKey().toString(), kind.name(), set.getValue()));
  }

  private static PolicyKind<?> kind(ApiRequest request) {
    String name = request.part("kind");
    return KINDS.stream()
        .filter(kind -> kind.name().equals(name))
        .findFirst()
        .orElseThrow(() -> ApiRequest.missing(
            "there are no " + name + " limits; there are " + String.join(", ", KIND_NAMES)));
  }

  private CompletionStage<HttpResponse> get(ApiRequest request, PolicyKey key) {
    return Endpoint.answer(PolicyJson.of(required(kind(request), key)));
  }

  private <P extends Record> P required(PolicyKind<P> kind, PolicyKey key) {
    return changes
        .current()
        .get(kind, key)
        .orElseThrow(() -> ApiRequest.missing(
            key.equals(PolicyKey.DEFAULT)
                ? "there is no " + kind + " limit by default"
                : key + " has no " + kind + " limit of its own"));
  }

  private CompletionStage<HttpResponse> put(ApiRequest request, PolicyKey key) {
    return put(request, kind(request), key);
  }

  private <P extends Record> CompletionStage<HttpResponse> put(
      ApiRequest request, PolicyKind<P> kind, PolicyKey key) {
    P policy = request.policy(kind);
    return Endpoint.done(cluster
        .require(request.ctx(), key)
        .thenCompose(exists -> changes.put(request.caller(), kind, key, policy)));
  }

  private CompletionStage<HttpResponse> remove(ApiRequest request, PolicyKey key) {
    PolicyKind<?> kind = kind(request);
    required(kind, key);
    return Endpoint.done(changes.remove(request.caller(), kind, key));
  }

  private CompletionStage<HttpResponse> enforce(ApiRequest request, PolicyKey key) {
    boolean enforce = request.body(Enforce.class).enforce;
    PublishLimit limit = required(PolicyKind.PUBLISH, key);
    return Endpoint.done(changes.put(
        request.caller(),
        PolicyKind.PUBLISH,
        key,
        new PublishLimit(limit.messages(), limit.bytes(), limit.burst(), enforce)));
  }
}
