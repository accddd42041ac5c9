package io.sluice.admin.api;

import io.sluice.admin.figures.Speed;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.PolicyKey;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A ramp as JSON.
 *
 * @param target whose limit or quota follows it
 * @param level how far up it is, from min to max
 * @param factor which part of the limit or quota holds, from 0 to 1
 * @param used which part of that was used in the last second, on the node where most was
 * @param nodes how many nodes agree on it
 */
record RampItem(
    String target,
    String mode,
    long min,
    long max,
    double durationSeconds,
    double level,
    double factor,
    double used,
    int nodes) {

  /** All of them, by their targets. */
  static List<RampItem> all(Map<PolicyKey, RampView> ramps) {
    return ramps.entrySet().stream()
        .map(ramp -> of(ramp.getKey(), ramp.getValue()))
        .sorted(Comparator.comparing(RampItem::target))
        .toList();
  }

  private static RampItem of(PolicyKey target, RampView view) {
    return new RampItem(
        target.toString(),
        view.ramp().mode().text(),
        view.ramp().min(),
        view.ramp().max(),
        view.ramp().duration().toMillis() / 1000.0,
        Speed.rounded(view.level()),
        view.factor(),
        view.used(),
        view.nodes());
  }
}
