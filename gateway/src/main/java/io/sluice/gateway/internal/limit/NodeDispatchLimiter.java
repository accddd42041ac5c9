package io.sluice.gateway.internal.limit;

import io.sluice.core.NanoClock;
import io.sluice.core.WakeUpTimer;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;

/** What this node delivers at most to all of its consumers together. Its configuration says so; it never changes. */
public final class NodeDispatchLimiter extends PolicyLimiter {

  private final PolicyRates limit;

  /** Starts with a full burst. */
  NodeDispatchLimiter(PublishLimit limit, NanoClock clock, WakeUpTimer timer) {
    super(LimitRates.of(limit), clock, timer);
    this.limit = PolicyRates.of(limit);
  }

  @Override
  public PolicyKind<DispatchLimit> kind() {
    return PolicyKind.DISPATCH;
  }

  @Override
  public PolicyKey origin() {
    return PolicyKey.NODE;
  }

  @Override
  public PolicyRates limit() {
    return limit;
  }
}
