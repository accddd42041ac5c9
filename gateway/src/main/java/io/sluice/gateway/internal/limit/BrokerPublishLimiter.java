package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import java.util.function.Supplier;

/**
 * What may be published to one broker, by the producers of all sessions that are relayed there, through
 * this node or others. One policy says how much, for each broker.
 */
public final class BrokerPublishLimiter extends RegisteredLimiter<BrokerAddress> {

  private final Supplier<Policies> policies;
  private volatile PublishLimit limit;

  /**
   * Starts with a full burst.
   *
   * @param policies answers with the latest
   */
  public BrokerPublishLimiter(
      BrokerAddress broker, Supplier<Policies> policies, NanoClock clock, WakeUpTimer timer) {
    this(broker, policies, resolve(policies), clock, timer);
  }

  private BrokerPublishLimiter(
      BrokerAddress broker,
      Supplier<Policies> policies,
      PublishLimit limit,
      NanoClock clock,
      WakeUpTimer timer) {
    super(broker, LimitRates.of(limit), clock, timer);
    this.policies = policies;
    this.limit = limit;
  }

  private static PublishLimit resolve(Supplier<Policies> policies) {
    return policies.get().get(PolicyKind.PUBLISH, PolicyKey.BROKER).orElse(PublishLimit.NONE);
  }

  public BrokerAddress broker() {
    return key();
  }

  @Override
  public PolicyKind<PublishLimit> kind() {
    return PolicyKind.PUBLISH;
  }

  @Override
  public PolicyKey origin() {
    return PolicyKey.BROKER;
  }

  @Override
  public PolicyRates limit() {
    return PolicyRates.of(limit);
  }

  @Override
  String nameForNodes() {
    return "broker " + key();
  }

  @Override
  LimitRates ratesOf(double messages, double bytes) {
    return LimitRates.of(limit).part(messages, bytes);
  }

  /** Looks the policy up under the lock, so that the latest counts. */
  @Override
  public synchronized void applyPolicy() {
    PublishLimit now = resolve(policies);
    if (!now.equals(limit)) {
      limit = now;
      applyRates();
      listeners().changed();
    }
  }

  @Override
  public String toString() {
    return "broker " + key();
  }
}
