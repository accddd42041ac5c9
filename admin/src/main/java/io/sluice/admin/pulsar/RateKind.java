package io.sluice.admin.pulsar;

import io.sluice.admin.pulsar.PulsarBodies.DispatchRate;
import io.sluice.admin.pulsar.PulsarBodies.PublishRate;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A rate of Pulsar's API as a kind of policy.
 *
 * @param kind the policies
 * @param shown a policy as a body
 * @param read a call's body as a policy, beside the one that is there
 * @param atLast what Pulsar shows as applied where nothing is set
 */
record RateKind<P extends Record>(
    PolicyKind<P> kind,
    Function<P, Record> shown,
    BiFunction<Call, Optional<P>, P> read,
    Optional<P> atLast) {

  /** By the word that ends their paths. */
  static final Map<String, RateKind<?>> BY_NAME = Map.of(
      "publishRate",
      new RateKind<PublishLimit>(
          PolicyKind.PUBLISH,
          PublishRate::of,
          (call, before) -> call.body(PublishRate.class).limit(before),
          Optional.empty()),
      "dispatchRate",
      dispatch(PolicyKind.DISPATCH),
      "subscriptionDispatchRate",
      dispatch(PolicyKind.SUBSCRIPTION_DISPATCH));

  private static RateKind<DispatchLimit> dispatch(PolicyKind<DispatchLimit> kind) {
    return new RateKind<>(
        kind,
        DispatchRate::of,
        (call, before) -> call.body(DispatchRate.class).limit(),
        Optional.of(DispatchLimit.of(0, 0)));
  }
}
