package io.sluice.gateway.internal.home;

import io.opentelemetry.api.OpenTelemetry;
import io.sluice.core.NanoClock;
import io.sluice.gateway.config.HomeNode;
import io.sluice.gateway.config.HomeNodes;
import io.sluice.gateway.internal.home.HomeMetrics.Reason;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.TopicName;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which node is the home of a topic, and whether a lookup is redirected there. Only a topic that has a limit has a
 * home. Nodes may disagree for a while about which of them are ready; so a client that was redirected once is not
 * redirected again. Any thread may call it.
 */
public final class TopicHomes {

  /** For so long the nodes are those that were seen last: a lookup need not collect them anew. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final HomeNodes nodes;
  private final Supplier<Policies> policies;
  private final NanoClock clock;
  private final HomeMetrics metrics;
  private final HomeReach reach = new HomeReach();
  private final LongAdder arrivals = new LongAdder();
  private volatile @Nullable Look look;

  /** The candidates at one moment. */
  private record Look(long nanos, HomeCandidates plain, HomeCandidates secure) {}

  public TopicHomes(
      HomeNodes nodes, Supplier<Policies> policies, NanoClock clock, OpenTelemetry telemetry) {
    this.nodes = nodes;
    this.policies = policies;
    this.clock = clock;
    this.metrics = new HomeMetrics(telemetry);
  }

  /** Whether topics may have homes at all. */
  public boolean areOn() {
    return nodes.areOn();
  }

  /** How many lookups have come of clients that another node had redirected. */
  public long arrivals() {
    return arrivals.sum();
  }

  /**
   * The home of a topic; empty if the topic has no limit, or no node may be a home.
   *
   * @param tls whether clients come by TLS
   */
  public Optional<HomeNode> home(TopicName topic, boolean tls) {
    Look now = look();
    HomeNode home = (tls ? now.secure : now.plain).home(topic.toString());
    return home != null && isLimited(topic) ? Optional.of(home) : Optional.empty();
  }

  public boolean isHere(HomeNode home) {
    return home.id().equals(nodes.self());
  }

  /**
   * The node to which a lookup is to be redirected; empty if it is to be answered here.
   *
   * @param topic the topic as the client names it
   * @param tls whether the client came by TLS
   * @param redirected whether the client was redirected already
   */
  public Optional<HomeNode> redirect(String topic, boolean tls, boolean redirected) {
    if (!areOn()) {
      return Optional.empty();
    }
    if (redirected) {
      arrivals.increment();
    }
    Optional<HomeNode> elsewhere = parsed(topic)
        .flatMap(name -> home(name, tls))
        .filter(home -> !isHere(home))
        .filter(home -> mayRedirect(home, redirected));
    if (elsewhere.isPresent()) {
      metrics.redirected();
    }
    return elsewhere;
  }

  private boolean mayRedirect(HomeNode home, boolean redirected) {
    if (redirected) {
      metrics.answered(Reason.REDIRECTED_BEFORE);
      return false;
    }
    if (!reach.send(home, clock.nanos())) {
      metrics.answered(Reason.UNREACHED);
      return false;
    }
    return true;
  }

  /** A name of a kind that is not known has no home: its broker may know it. */
  private static Optional<TopicName> parsed(String topic) {
    try {
      return Optional.of(TopicName.parse(topic));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Whether a limit is set, on publishing or dispatch, also one that is only counted. */
  private boolean isLimited(TopicName topic) {
    Policies set = policies.get();
    return !set.publishLimit(topic).limit().isNone()
        || isLimited(set, PolicyKind.DISPATCH, topic)
        || isLimited(set, PolicyKind.SUBSCRIPTION_DISPATCH, topic);
  }

  private static boolean isLimited(Policies set, PolicyKind<DispatchLimit> kind, TopicName topic) {
    return set.resolve(kind, topic).filter(found -> !found.limit().isNone()).isPresent();
  }

  private Look look() {
    long now = clock.nanos();
    Look last = look;
    if (last != null && now - last.nanos < LOOK_NANOS) {
      return last;
    }
    List<HomeNode> ready = nodes.ready().get();
    Look next = new Look(
        now,
        HomeCandidates.of(ready, nodes.self(), HomeNode::serviceUrl),
        HomeCandidates.of(ready, nodes.self(), HomeNode::serviceUrlTls));
    reach.retain(ready.stream().map(HomeNode::id).collect(Collectors.toSet()));
    look = next; // of two threads at once either may be the last: both have looked now
    return next;
  }
}
