package io.sluice.admin.pulsar;

import com.fasterxml.jackson.annotation.JsonAlias;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.PublishLimit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The bodies of Pulsar's API, and what they say in terms of policies. Messages are ints there. */
final class PulsarBodies {

  private PulsarBodies() {}

  /** Sets and shows a publish limit. */
  record PublishRate(
      @Nullable Integer publishThrottlingRateInMsg,
      @Nullable Long publishThrottlingRateInByte) {

    PublishRate {
      requireRate("publishThrottlingRateInMsg", publishThrottlingRateInMsg);
      requireRate("publishThrottlingRateInByte", publishThrottlingRateInByte);
    }

    static PublishRate of(PublishLimit limit) {
      return new PublishRate(messages(limit.messages()), limit.bytes());
    }

    /** Pulsar has no word for burst and enforce, so they stay as they are. */
    PublishLimit limit(Optional<PublishLimit> before) {
      PublishLimit kept = before.orElse(PublishLimit.NONE);
      return new PublishLimit(
          orElse(publishThrottlingRateInMsg, -1),
          orElse(publishThrottlingRateInByte, -1),
          kept.burst(),
          kept.enforce());
    }
  }

  /** Sets and shows a dispatch limit, of a topic or of each subscription. */
  record DispatchRate(
      @Nullable Integer dispatchThrottlingRateInMsg,
      @Nullable Long dispatchThrottlingRateInByte,
      @Nullable Boolean relativeToPublishRate,
      @Nullable Integer ratePeriodInSecond) {

    DispatchRate {
      requireRate("dispatchThrottlingRateInMsg", dispatchThrottlingRateInMsg);
      requireRate("dispatchThrottlingRateInByte", dispatchThrottlingRateInByte);
      if (ratePeriodInSecond != null && ratePeriodInSecond < 1) {
        throw new IllegalArgumentException(
            "ratePeriodInSecond must be at least 1, not " + ratePeriodInSecond);
      }
    }

    static DispatchRate of(DispatchLimit limit) {
      return new DispatchRate(
          messages(limit.messages()),
          limit.bytes(),
          limit.relativeToPublishRate(),
          limit.periodSeconds());
    }

    /** What is left out is 0 in Pulsar, which is no limit either. */
    DispatchLimit limit() {
      return new DispatchLimit(
          orElse(dispatchThrottlingRateInMsg, 0),
          orElse(dispatchThrottlingRateInByte, 0),
          relativeToPublishRate != null && relativeToPublishRate,
          ratePeriodInSecond == null ? 1 : ratePeriodInSecond);
    }
  }

  /** Sets and shows what a resource group may do; also in the spelling of PIP-82. */
  record ResourceGroup(
      @JsonAlias({"publishRateInmsgs", "PublishRateInmsgs"}) @Nullable
      Integer publishRateInMsgs,

      @JsonAlias({"publishRateInbytes", "PublishRateInbytes"}) @Nullable
      Long publishRateInBytes,

      @JsonAlias({"dispatchRateInmsgs", "DispatchRateInmsgs"}) @Nullable
      Integer dispatchRateInMsgs,

      @JsonAlias({"dispatchRateInbytes", "DispatchRateInbytes"}) @Nullable
      Long dispatchRateInBytes) {

    ResourceGroup {
      requireRate("publishRateInMsgs", publishRateInMsgs);
      requireRate("publishRateInBytes", publishRateInBytes);
      requireRate("dispatchRateInMsgs", dispatchRateInMsgs);
      requireRate("dispatchRateInBytes", dispatchRateInBytes);
    }

    static ResourceGroup of(GroupQuota quota) {
      return new ResourceGroup(
          messages(quota.publishMessages()),
          quota.publishBytes(),
          messages(quota.dispatchMessages()),
          quota.dispatchBytes());
    }

    /** What is left out stays as it is. */
    GroupQuota quota(GroupQuota before) {
      return new GroupQuota(
          orElse(publishRateInMsgs, before.publishMessages()),
          orElse(publishRateInBytes, before.publishBytes()),
          orElse(dispatchRateInMsgs, before.dispatchMessages()),
          orElse(dispatchRateInBytes, before.dispatchBytes()));
    }
  }

  private static void requireRate(String field, @Nullable Number rate) {
    if (rate != null && rate.longValue() < -1) {
      throw new IllegalArgumentException(
          field + " must be a number per second, or -1 for no limit, not " + rate);
    }
  }

  private static long orElse(@Nullable Number value, long otherwise) {
    return value == null ? otherwise : value.longValue();
  }

  /** Sluice's own API can set more than Pulsar's clients can read. */
  private static int messages(long rate) {
    return (int) Math.min(rate, Integer.MAX_VALUE);
  }
}
