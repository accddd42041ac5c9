package io.sluice.cli.limits;

import io.sluice.cli.units.Bytes;
import io.sluice.cli.units.Span;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.RampUp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Limits in words. */
public final class LimitText {

  private LimitText() {}

  /** The limit and its target: {@code public/orders: 1000 messages/s for each topic}. */
  static String of(PolicyKind<?> kind, PolicyKey key, Record policy) {
    return LimitTarget.text(key) + ": " + amount(policy) + whom(kind, key) + condition(policy);
  }

  /** The limit without its target. */
  public static String of(Record policy) {
    return amount(policy) + condition(policy);
  }

  private static String amount(Record policy) {
    if (policy instanceof PublishLimit limit) {
      return rates(limit.messages(), limit.bytes(), "/s");
    }
    if (policy instanceof DispatchLimit limit) {
      String period = limit.periodSeconds() == 1
          ? "/s"
          : " per " + Span.text(Duration.ofSeconds(limit.periodSeconds()));
      return rates(limit.messages(), limit.bytes(), period);
    }
    if (policy instanceof RampUp ramp) {
      return "rising from " + ramp.min() + "/s to " + ramp.max() + "/s in "
          + Span.text(ramp.duration()) + " (" + ramp.mode().text() + ")";
    }
    if (policy instanceof GroupQuota quota) {
      return "publish " + rates(quota.publishMessages(), quota.publishBytes(), "/s") + ", dispatch "
          + rates(quota.dispatchMessages(), quota.dispatchBytes(), "/s");
    }
    throw new IllegalArgumentException(policy.getClass() + " is no limit");
  }

  /** The rates that are limited. */
  public static String rates(long messages, long bytes, String per) {
    List<String> rates = new ArrayList<>();
    if (messages > 0) {
      rates.add(messages + " messages" + per);
    }
    if (bytes > 0) {
      rates.add(Bytes.exactly(bytes) + per);
    }
    return rates.isEmpty() ? "no limit" : String.join(" and ", rates);
  }

  private static String whom(PolicyKind<?> kind, PolicyKey key) {
    String dispatched = kind.equals(PolicyKind.DISPATCH)
        ? " dispatched"
        : kind.equals(PolicyKind.SUBSCRIPTION_DISPATCH) ? " dispatched to each subscription" : "";
    if (key instanceof PolicyKey.Topic) {
      return dispatched;
    }
    if (key instanceof PolicyKey.Broker) {
      return " to each broker";
    }
    return dispatched + (dispatched.isEmpty() ? " for" : " of") + " each topic"
        + (key instanceof PolicyKey.Default
            ? " that has no limit of its own or of its namespace"
            : "");
  }

  private static String condition(Record policy) {
    if (policy instanceof DispatchLimit limit && limit.relativeToPublishRate()) {
      return ", on top of what is published";
    }
    if (!(policy instanceof PublishLimit limit)) {
      return "";
    }
    boolean usualBurst = limit.isNone() || limit.burst().equals(PublishLimit.DEFAULT_BURST);
    return (usualBurst ? "" : ", burst " + Span.text(limit.burst()))
        + (limit.enforce() ? "" : ", in shadow (counts only)");
  }
}
