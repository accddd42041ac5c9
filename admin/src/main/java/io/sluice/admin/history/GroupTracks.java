package io.sluice.admin.history;

import io.sluice.gateway.view.GroupView;
import io.sluice.gateway.view.GroupView.NodeUse;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What every node used of each resource group, step by step. Nodes report averages. So for each step the values
 * at its end are kept; they are not summed up over the step, as those of topics are.
 *
 * <p>A node may have 100 000 groups. At the end of each step, this looks at the groups that it keeps, and at up to
 * {@link #LOOKED_AT} others. The next step goes on with the groups after those.
 */
final class GroupTracks {

  static final int MOST_PAIRS = 1000;
  static final int LOOKED_AT = 1000;

  static final List<String> QUOTA =
      List.of("publishMessages", "publishBytes", "dispatchMessages", "dispatchBytes");

  static final List<String> SERIES = List.of(
      "publishMessages",
      "publishBytes",
      "dispatchMessages",
      "dispatchBytes",
      "publishShareOfMessages",
      "publishShareOfBytes",
      "dispatchShareOfMessages",
      "dispatchShareOfBytes",
      "publishWantsMore",
      "dispatchWantsMore");

  private record Pair(String group, String node) {}

  private final Groups groups;
  private final BusyTracks<Pair, Track> pairs = new BusyTracks<>("groups and nodes", MOST_PAIRS);
  private final Map<String, Rings> quotas = new HashMap<>(); // of the groups in pairs
  private Iterator<String> others = Collections.emptyIterator();

  GroupTracks(Groups groups) {
    this.groups = groups;
  }

  /** Marks a step as unknown. */
  void skip(long step) {
    pairs.tracks().forEach(track -> track.skip(step));
    quotas.values().forEach(rings -> rings.unset(step));
  }

  void clear() {
    pairs.clear();
    quotas.clear();
  }

  /** Keeps what the nodes use and the groups' quotas, at the end of a step. */
  void keep(long step, Policies policies, Map<PolicyKey, RampView> ramps) {
    skip(step); // what is not set below stays unknown
    Set<String> wanted = new HashSet<>(quotas.keySet());
    if (!others.hasNext()) {
      others = groups.names().get().iterator();
    }
    for (int i = 0; i < LOOKED_AT && others.hasNext(); i++) {
      wanted.add(others.next());
    }
    Map<String, String> nodes = wanted.isEmpty() ? Map.of() : groups.nodeNames().get();
    for (String group : wanted) {
      groups.view().apply(group).ifPresent(view -> keep(step, group, view, nodes));
    }
    pairs.forgetIdle(step);
    forgetQuotas();
    quotas.forEach((group, rings) -> keepQuota(step, rings, group, policies, ramps));
  }

  private void keep(long step, String group, GroupView view, Map<String, String> nodes) {
    for (NodeUse use : view.uses()) {
      Pair pair = new Pair(group, nodes.getOrDefault(use.node(), use.node()));
      Track track = isBusy(use.publish()) || isBusy(use.dispatch())
          ? pairs.busy(pair, step, () -> new Track(SERIES, 0))
          : pairs.get(pair);
      if (track != null) {
        keep(step, track.rings, use);
      }
    }
  }

  private static boolean isBusy(GroupView.Use use) {
    return use.messages() > 0 || use.bytes() > 0 || use.wantsMore();
  }

  private static void keep(long step, Rings rings, NodeUse use) {
    rings.set(0, step, use.publish().messages());
    rings.set(1, step, use.publish().bytes());
    rings.set(2, step, use.dispatch().messages());
    rings.set(3, step, use.dispatch().bytes());
    rings.set(4, step, share(use.publish().shareOfMessages()));
    rings.set(5, step, share(use.publish().shareOfBytes()));
    rings.set(6, step, share(use.dispatch().shareOfMessages()));
    rings.set(7, step, share(use.dispatch().shareOfBytes()));
    rings.set(8, step, use.publish().wantsMore() ? 1 : 0);
    rings.set(9, step, use.dispatch().wantsMore() ? 1 : 0);
  }

  private static double share(double perSecond) {
    return Double.isInfinite(perSecond) ? Double.NaN : perSecond;
  }

  private void forgetQuotas() {
    Set<String> kept = new HashSet<>();
    pairs.all().keySet().forEach(pair -> kept.add(pair.group));
    quotas.keySet().retainAll(kept);
    kept.forEach(group -> quotas.computeIfAbsent(group, same -> new Rings(QUOTA)));
  }

  private static void keepQuota(
      long step, Rings rings, String group, Policies policies, Map<PolicyKey, RampView> ramps) {
    PolicyKey key = new PolicyKey.Group(group);
    Optional<GroupQuota> set = policies.get(PolicyKind.GROUP, key);
    GroupQuota quota = set.orElse(GroupQuota.UNLIMITED);
    RampView ramp = ramps.get(key);
    double factor = ramp == null ? 1 : ramp.factor();
    rings.set(0, step, quota(quota.publishMessages(), factor));
    rings.set(1, step, quota(quota.publishBytes(), factor));
    rings.set(2, step, quota(quota.dispatchMessages(), factor));
    rings.set(3, step, quota(quota.dispatchBytes(), factor));
  }

  private static double quota(long perSecond, double factor) {
    return perSecond <= 0 ? Double.NaN : perSecond * factor;
  }

  Map<String, List<@Nullable Double>> quota(String group, long step) {
    Rings rings = quotas.get(group);
    return (rings == null ? new Rings(QUOTA) : rings).before(step);
  }

  /** What each node used of a group, by the nodes' names. */
  Map<String, Map<String, List<@Nullable Double>>> nodes(String group, long step) {
    Map<String, Map<String, List<@Nullable Double>>> nodes = new TreeMap<>();
    pairs.all().forEach((pair, track) -> {
      if (pair.group.equals(group)) {
        nodes.put(pair.node, track.rings.before(step));
      }
    });
    return nodes;
  }

  int pairs() {
    return pairs.tracks().size();
  }

  long leftOut() {
    return pairs.leftOut();
  }
}
