package io.sluice.server;

import io.sluice.admin.node.LimitShareSource;
import io.sluice.gateway.Gateway;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.gateway.view.GroupView;
import io.sluice.gateway.view.HomeView;
import io.sluice.gateway.view.LimitShareView;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.TopicName;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The gateway of a node, for those who may ask before there is one: it starts once the policies are
 * known, and the admin server answers from the beginning.
 */
final class NodeGateway implements LimitShareSource {

  private final Supplier<String> beingRead;
  private volatile @Nullable Gateway gateway;

  /** @param beingRead says what is being read while there is no gateway yet */
  NodeGateway(Supplier<String> beingRead) {
    this.beingRead = beingRead;
  }

  void started(Gateway started) {
    gateway = started;
  }

  /** The gateway itself, if it has started. */
  Optional<Gateway> get() {
    return Optional.ofNullable(gateway);
  }

  List<InetSocketAddress> addresses() {
    return get().map(Gateway::addresses).orElse(List.of());
  }

  Optional<String> notReadyBecause() {
    return policiesUnknownBecause().or(() -> get().flatMap(Gateway::notReadyBecause));
  }

  Optional<String> policiesUnknownBecause() {
    return gateway == null ? Optional.of(beingRead.get()) : Optional.empty();
  }

  CompletionStage<List<ConnectionView>> connections() {
    Gateway now = gateway;
    return now == null ? CompletableFuture.completedFuture(List.of()) : now.connections();
  }

  Optional<GroupView> group(String name) {
    return get().flatMap(now -> now.group(name));
  }

  Optional<GroupView> groupIfFollowed(String name) {
    return get().flatMap(now -> now.groupIfFollowed(name));
  }

  Optional<HomeView> home(TopicName topic) {
    return get().flatMap(now -> now.home(topic));
  }

  @Override
  public Optional<LimitShareView> publish(TopicName topic) {
    return get().flatMap(now -> now.publishShare(topic));
  }

  @Override
  public List<LimitShareView> all(TopicName topic) {
    return get().map(now -> now.limitShares(topic)).orElse(List.of());
  }

  long redirectedArrivals() {
    return get().map(Gateway::redirectedArrivals).orElse(0L);
  }

  List<String> groupNames() {
    return get().map(Gateway::groupNames).orElse(List.of());
  }

  Map<PolicyKey, RampView> ramps() {
    return get().map(Gateway::ramps).orElse(Map.of());
  }
}
