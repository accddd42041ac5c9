package io.sluice.gateway.internal.limit;

import io.sluice.gateway.view.RampView;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.RampUp;
import io.sluice.quota.AgreedRamp;
import io.sluice.quota.GroupShares;
import io.sluice.ramp.RampMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ramps of a node: says which part of a limit's rates holds now, and has the nodes agree on it. A ramp
 * acts on the limits whose policy has the same key: that of a namespace on each of its topics that has the
 * namespace's limit. Any thread may call it.
 */
public final class Ramps {

  private record InForce(RampUp numbers, AgreedRamp agreed) {}

  private final GroupShares shares;
  private final List<Supplier<Stream<? extends PolicyLimiter>>> limits =
      new CopyOnWriteArrayList<>();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile Map<PolicyKey, InForce> ramps = Map.of();
  private Map<PolicyKey, Double> toldFactors = Map.of();

  public Ramps(GroupShares shares) {
    this.shares = shares;
  }

  /** Adds limits whose use is measured, as ramps may depend on it. */
  void measure(Supplier<Stream<? extends PolicyLimiter>> some) {
    limits.add(some);
  }

  /** @param listener is called when ramps have moved, to set the rates that follow from that */
  void listen(Runnable listener) {
    listeners.add(listener);
  }

  /** Follows the policies. A ramp whose numbers have changed goes on from its level. */
  synchronized void follow(Map<PolicyKey, RampUp> policies) {
    Map<PolicyKey, InForce> before = ramps;
    Map<PolicyKey, InForce> now = new HashMap<>();
    policies.forEach((key, numbers) -> {
      InForce known = before.get(key);
      now.put(
          key,
          known != null && known.numbers.equals(numbers)
              ? known
              : new InForce(numbers, set(key, numbers)));
    });
    before.keySet().stream()
        .filter(key -> !now.containsKey(key))
        .forEach(key -> shares.ramps().remove(key.toString()));
    ramps = Map.copyOf(now);
    tellIfMoved();
  }

  private AgreedRamp set(PolicyKey key, RampUp numbers) {
    RampMode mode =
        switch (numbers.mode()) {
          case SCHEDULED -> RampMode.scheduled();
          case RELAXED -> RampMode.relaxed();
          case ONLY_IF_USED -> RampMode.onlyIfUsed();
          case GO_BACK_N -> RampMode.goBackN();
        };
    return shares
        .ramps()
        .set(key.toString(), numbers.min(), numbers.max(), numbers.duration(), mode);
  }

  /** The part of a policy's rates that holds now: from 0 to 1, and 1 if it has no ramp. */
  double factor(PolicyKey key) {
    InForce ramp = ramps.get(key);
    return ramp == null ? 1 : ramp.agreed.factor();
  }

  /**
   * Called several times per second. Moves the levels once per second, by what was used of the
   * limits. Tells the listeners whenever a level has changed, also if another node has moved it.
   */
  synchronized void tick(long nowNanos) {
    Map<PolicyKey, InForce> now = ramps;
    if (now.isEmpty()) {
      return;
    }
    if (shares.ramps().isSecondOver()) {
      limits.stream().flatMap(Supplier::get).forEach(limit -> {
        InForce ramp = now.get(limit.origin());
        if (ramp != null) {
          ramp.agreed.used(limit.takeUsed(nowNanos));
        }
      });
    }
    shares.tickRamps();
    tellIfMoved();
  }

  private void tellIfMoved() {
    Map<PolicyKey, Double> factors = ramps.entrySet().stream()
        .collect(
            Collectors.toMap(Map.Entry::getKey, ramp -> ramp.getValue().agreed.factor()));
    if (!factors.equals(toldFactors)) {
      toldFactors = factors;
      listeners.forEach(Runnable::run);
    }
  }

  public Map<PolicyKey, RampView> view() {
    return ramps.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, ramp -> {
      AgreedRamp agreed = ramp.getValue().agreed;
      return new RampView(
          ramp.getValue().numbers, agreed.level(), agreed.factor(), agreed.used(), agreed.nodes());
    }));
  }
}
