package io.sluice.cli.limits;

import io.sluice.cli.remote.ApiException;
import io.sluice.cli.units.Bytes;
import io.sluice.cli.units.Count;
import io.sluice.cli.units.Span;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how much may pass, and of what. */
final class RateOptions {

  @Option(
      names = "--messages",
      paramLabel = "N",
      converter = Count.class,
      description = "Messages per second: 1000, 10k (10000), 1.5M, 1000/s; none or 0 for no limit.")
  private @Nullable Long messages;

  @Option(
      names = "--bytes",
      paramLabel = "N",
      converter = Bytes.class,
      description = {
        "Bytes per second: 4096, 64K, 1M/s; none or 0 for no limit. As in pulsar-admin, 1M is 1MiB, 1048576;"
            + " 1MB is 1000000."
      })
  private @Nullable Long bytes;

  @Option(
      names = "--burst",
      paramLabel = "TIME",
      converter = Span.class,
      description = {
        "How much may be saved up while less is published, as the time in which it is earned: 500ms; by"
            + " default 1s."
      })
  private @Nullable Duration burst;

  @Option(
      names = "--shadow",
      description = "Does not throttle; only counts what the limit would throttle.")
  private boolean shadow;

  @Option(names = "--enforce", description = "Enforces the limit, which is the default.")
  private boolean enforce;

  @Option(
      names = "--dispatch",
      description = "Limits what is dispatched, to all subscriptions together.")
  private boolean dispatch;

  @Option(
      names = "--subscription-dispatch",
      description = "Limits what is dispatched to each subscription.")
  private boolean subscriptionDispatch;

  @Option(
      names = "--period",
      paramLabel = "TIME",
      converter = Span.class,
      description = "For dispatch limits: the period of --messages and --bytes; by default 1s.")
  private @Nullable Duration period;

  @Option(
      names = "--relative",
      negatable = true,
      description = "For dispatch limits: whether they are added to the rate that is published.")
  private @Nullable Boolean relative;

  boolean areGiven() {
    return messages != null
        || bytes != null
        || burst != null
        || period != null
        || relative != null
        || shadow
        || enforce
        || isDispatch();
  }

  private boolean isDispatch() {
    return dispatch || subscriptionDispatch;
  }

  PolicyKind<?> kind() {
    return isDispatch() ? dispatchKind() : PolicyKind.PUBLISH;
  }

  private PolicyKind<DispatchLimit> dispatchKind() {
    return dispatch ? PolicyKind.DISPATCH : PolicyKind.SUBSCRIPTION_DISPATCH;
  }

  /** @throws IllegalArgumentException if they do not go together */
  void requireSense(boolean withRamp) {
    require(!(shadow && enforce), "--shadow and --enforce exclude each other: give one");
    require(
        !(dispatch && subscriptionDispatch),
        "--dispatch and --subscription-dispatch exclude each other: set one after the other");
    if (isDispatch()) {
      require(
          burst == null && !shadow && !enforce && !withRamp,
          "--burst, --shadow, --enforce and --ramp-... are for publish limits: leave out "
              + kindFlag());
      require(
          messages != null || bytes != null || period != null || relative != null,
          "there is nothing to set: give --messages or --bytes with " + kindFlag());
    } else {
      require(
          period == null && relative == null,
          "--period and --relative are for dispatch limits: give --dispatch or --subscription-dispatch");
    }
    require(
        period == null
            || (period.toNanosPart() == 0
                && period.toSeconds() >= 1
                && period.toSeconds() <= Integer.MAX_VALUE),
        "--period must be in whole seconds, such as 10s");
    if (burst != null) {
      requireBurst(burst);
    }
  }

  private static void requireBurst(Duration burst) {
    try {
      var unused = PublishLimit.NONE.withBurst(burst);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--" + e.getMessage(), e);
    }
  }

  private String kindFlag() {
    return "--" + kind().name();
  }

  private static void require(boolean sense, String otherwise) {
    if (!sense) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /**
   * Checks that there is a limit if no rate is given. A new one would have none and so be no limit, in place of that of
   * the namespace or the default.
   *
   * @throws IllegalArgumentException if there is none
   */
  void requireLimit(RemoteLimits limits, LimitTarget target)
      throws ApiException, InterruptedException {
    if (areGiven() && !isRateGiven()) {
      require(
          limits.find(kind(), target).isPresent(),
          target + " has no " + kind().name() + " limit: give --messages or --bytes as well");
    }
  }

  private boolean isRateGiven() {
    return messages != null || bytes != null;
  }

  /** Sets what is given; the node leaves the rest as it is there. */
  Record set(RemoteLimits limits, LimitTarget target) throws ApiException, InterruptedException {
    if (isRateGiven()) {
      return limits.patch(kind(), target, given());
    }
    if (isDispatch() || burst != null) {
      return limits.patchExisting(kind(), target, given());
    }
    limits.enforce(target, enforce);
    return limits
        .find(PolicyKind.PUBLISH, target)
        .orElseThrow(() -> new IllegalArgumentException(target + " has no publish limit any more"));
  }

  private Map<String, Object> given() {
    Map<String, Object> fields = new LinkedHashMap<>();
    // Of limits, 0 is no limit as well as -1, and the one that Sluice writes.
    put(fields, "messages", messages == null ? null : Math.max(0, messages));
    put(fields, "bytes", bytes == null ? null : Math.max(0, bytes));
    put(fields, "burstMillis", burst == null ? null : burst.toMillis());
    put(fields, "enforce", (enforce || shadow) ? enforce : null);
    put(fields, "relativeToPublishRate", relative);
    put(fields, "periodSeconds", period == null ? null : period.toSeconds());
    return fields;
  }

  private static void put(Map<String, Object> fields, String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value);
    }
  }
}
