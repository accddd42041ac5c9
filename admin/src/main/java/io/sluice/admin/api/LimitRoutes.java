package io.sluice.admin.api;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.ServerBuilder;
import io.sluice.admin.figures.DisplayNames;
import io.sluice.admin.node.Changes;
import io.sluice.admin.pulsar.ClusterCheck;
import io.sluice.api.Limit;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** The routes that list, show and change limits: of topics, of namespaces, by default, and of brokers. */
final class LimitRoutes {

  /** The kinds of policies that can be set for topics, for namespaces and by default. */
  static final List<PolicyKind<?>> KINDS = PolicyKind.ALL.stream()
      .filter(kind -> kind.targets().contains(PolicyKey.Default.class))
      .toList();

  private static final List<String> KIND_NAMES =
      KINDS.stream().map(PolicyKind::name).toList();

  /** A kind of target that can have limits: the path of its routes, and how to read its key from a request. */
  record Target(String path, Function<ApiRequest, PolicyKey> key) {}

  /** Whose limits hold for topics. */
  static final List<Target> TARGETS = List.of(
      new Target("/default", request -> PolicyKey.DEFAULT),
      new Target("/namespaces/{tenant}/{namespace}", ApiRequest::namespace),
      new Target("/topics/{domain}/{tenant}/{namespace}/{topic}", ApiRequest::topic));

  /** Each broker can have publish limits only. */
  private static final Target BROKER = new Target("/broker", request -> PolicyKey.BROKER);

  /** A limit that is set, not yet as JSON. */
  private record Item(PolicyKey key, PolicyKind<?> kind, Record policy) {

    String target() {
      return key.toString();
    }

    String kindName() {
      return kind.name();
    }
  }

  private final Changes changes;
  private final ClusterCheck cluster;

  LimitRoutes(Changes changes, ClusterCheck cluster) {
    this.changes = changes;
    this.cluster = cluster;
  }

  void addTo(ServerBuilder builder) {
    Endpoint.get(builder, "/limits", this::list, "kind", "contains", "offset", "count");
    Stream.concat(TARGETS.stream(), Stream.of(BROKER)).forEach(target -> {
      String path = "/limits/{kind}" + target.path;
      Endpoint.get(builder, path, of(target, this::get));
      Endpoint.add(builder, HttpMethod.PUT, path, of(target, this::put));
      Endpoint.add(builder, HttpMethod.PATCH, path, of(target, this::patch));
      Endpoint.add(builder, HttpMethod.DELETE, path, of(target, this::remove));
      Endpoint.add(
          builder,
          HttpMethod.PUT,
          "/limits/publish" + target.path + "/enforce",
          of(target, this::enforce));
    });
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
        .filter(item -> DisplayNames.contains(part, item.target()))
        .sorted(Comparator.comparing(Item::target).thenComparing(Item::kindName))
        .toList();
    List<Limit> wanted = page.of(all).stream()
        .map(item -> Limit.of(item.key, item.kind, item.policy))
        .toList();
    return Endpoint.answer(new Limit.Page(all.size(), wanted));
  }

  private static Stream<Item> items(Policies policies, PolicyKind<?> kind) {
    return policies.all(kind).entrySet().stream()
        .map(set -> new Item(set.getKey(), kind, set.getValue()));
  }

  private static PolicyKind<?> kind(ApiRequest request, PolicyKey key) {
    String name = request.part("kind");
    PolicyKind<?> named = KINDS.stream()
        .filter(kind -> kind.name().equals(name))
        .findFirst()
        .orElseThrow(() -> ApiRequest.missing(
            "there are no " + name + " limits; there are " + String.join(", ", KIND_NAMES)));
    if (!named.targets().contains(key.getClass())) {
      throw ApiRequest.missing("a " + key + " has no " + name + " limits, only publish limits");
    }
    return named;
  }

  private CompletionStage<HttpResponse> get(ApiRequest request, PolicyKey key) {
    PolicyKind<?> kind = kind(request, key);
    return CompletableFuture.completedFuture(
        Endpoint.policy(required(kind, key, changes.current().get(kind, key))));
  }

  private static <P> P required(PolicyKind<?> kind, PolicyKey key, Optional<P> policy) {
    return policy.orElseThrow(() -> ApiRequest.missing(
        key.equals(PolicyKey.DEFAULT)
            ? "there is no " + kind + " limit by default"
            : key.equals(PolicyKey.BROKER)
                ? "there is no " + kind + " limit of brokers"
                : key + " has no " + kind + " limit of its own"));
  }

  private CompletionStage<HttpResponse> put(ApiRequest request, PolicyKey key) {
    return put(request, kind(request, key), key);
  }

  private <P extends Record> CompletionStage<HttpResponse> put(
      ApiRequest request, PolicyKind<P> kind, PolicyKey key) {
    P policy = request.policy(kind);
    return Endpoint.done(cluster
        .require(request.ctx(), key)
        .thenCompose(exists -> request.put(changes, kind, key, policy)));
  }

  private CompletionStage<HttpResponse> patch(ApiRequest request, PolicyKey key) {
    return patch(request, kind(request, key), key);
  }

  private <P extends Record> CompletionStage<HttpResponse> patch(
      ApiRequest request, PolicyKind<P> kind, PolicyKey key) {
    var unused =
        request.patched(kind, changes.current().get(kind, key)); // a bad body is refused first
    return Endpoint.changed(cluster
        .require(request.ctx(), key)
        .thenCompose(exists ->
            request.update(changes, kind, key, now -> Optional.of(request.patched(kind, now)))));
  }

  private CompletionStage<HttpResponse> remove(ApiRequest request, PolicyKey key) {
    return remove(request, kind(request, key), key);
  }

  private <P extends Record> CompletionStage<HttpResponse> remove(
      ApiRequest request, PolicyKind<P> kind, PolicyKey key) {
    return Endpoint.done(request.update(changes, kind, key, now -> {
      required(kind, key, now);
      return Optional.empty();
    }));
  }

  private CompletionStage<HttpResponse> enforce(ApiRequest request, PolicyKey key) {
    boolean enforce = request.body(Limit.Enforce.class).enforce();
    return Endpoint.done(request.update(changes, PolicyKind.PUBLISH, key, now -> {
      PublishLimit limit = required(PolicyKind.PUBLISH, key, now);
      return Optional.of(new PublishLimit(limit.messages(), limit.bytes(), limit.burst(), enforce));
    }));
  }
}
