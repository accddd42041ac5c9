package io.sluice.policy.json;

import io.sluice.policy.DispatchLimit;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.Membership;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.RampUp;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Policies as JSON. Times are in milliseconds; a field that may be left out then has its default. */
public final class PolicyJson {

  private record Publish(
      @Nullable Long messages,
      @Nullable Long bytes,
      @Nullable Long burstMillis,
      @Nullable Boolean enforce) {}

  private record Dispatch(
      @Nullable Long messages,
      @Nullable Long bytes,
      @Nullable Boolean relativeToPublishRate,
      @Nullable Integer periodSeconds) {}

  private record Ramp(
      long min, long max, long durationMillis, @Nullable String mode) {}

  private record Group(
      @Nullable Long publishMessages,
      @Nullable Long publishBytes,
      @Nullable Long dispatchMessages,
      @Nullable Long dispatchBytes) {}

  private record Member(@Nullable String group) {}

  private PolicyJson() {}

  /**
   * Reads a policy.
   *
   * @throws InvalidJsonException if it is not one of this kind
   */
  public static <P extends Record> P read(PolicyKind<P> kind, byte[] json)
      throws InvalidJsonException {
    try {
      return kind.type().cast(readAny(kind, json));
    } catch (IllegalArgumentException e) {
      throw new InvalidJsonException(String.valueOf(e.getMessage()));
    }
  }

  private static Record readAny(PolicyKind<?> kind, byte[] json) throws InvalidJsonException {
    if (kind.type() == PublishLimit.class) {
      Publish read = StrictJson.read(json, Publish.class);
      return new PublishLimit(
          orElse(read.messages, 0),
          orElse(read.bytes, 0),
          Duration.ofMillis(orElse(read.burstMillis, PublishLimit.DEFAULT_BURST.toMillis())),
          Objects.requireNonNullElse(read.enforce, true));
    }
    if (kind.type() == DispatchLimit.class) {
      Dispatch read = StrictJson.read(json, Dispatch.class);
      return new DispatchLimit(
          orElse(read.messages, 0),
          orElse(read.bytes, 0),
          Objects.requireNonNullElse(read.relativeToPublishRate, false),
          Objects.requireNonNullElse(read.periodSeconds, 1));
    }
    if (kind.type() == RampUp.class) {
      Ramp read = StrictJson.read(json, Ramp.class);
      return new RampUp(
          read.min, read.max, Duration.ofMillis(read.durationMillis), mode(read.mode));
    }
    if (kind.type() == GroupQuota.class) {
      Group read = StrictJson.read(json, Group.class);
      return new GroupQuota(
          orElse(read.publishMessages, -1),
          orElse(read.publishBytes, -1),
          orElse(read.dispatchMessages, -1),
          orElse(read.dispatchBytes, -1));
    }
    Member read = StrictJson.read(json, Member.class);
    return new Membership(Objects.requireNonNullElse(read.group, ""));
  }

  private static long orElse(@Nullable Long value, long otherwise) {
    return value == null ? otherwise : value;
  }

  private static RampUp.Mode mode(@Nullable String text) {
    return Optional.ofNullable(text)
        .flatMap(RampUp.Mode::named)
        .orElseThrow(() -> new IllegalArgumentException(
            "mode must be one of " + RampUp.Mode.all() + ", not " + text));
  }

  /** What a policy is as JSON: a record that {@link StrictJson} can write by itself or within others. */
  public static Record of(Record policy) {
    if (policy instanceof PublishLimit limit) {
      return new Publish(
          limit.messages(), limit.bytes(), limit.burst().toMillis(), limit.enforce());
    }
    if (policy instanceof DispatchLimit limit) {
      return new Dispatch(
          limit.messages(), limit.bytes(), limit.relativeToPublishRate(), limit.periodSeconds());
    }
    if (policy instanceof RampUp ramp) {
      return new Ramp(
          ramp.min(), ramp.max(), ramp.duration().toMillis(), ramp.mode().text());
    }
    if (policy instanceof GroupQuota quota) {
      return new Group(
          quota.publishMessages(),
          quota.publishBytes(),
          quota.dispatchMessages(),
          quota.dispatchBytes());
    }
    if (policy instanceof Membership membership) {
      return new Member(membership.group());
    }
    throw new IllegalArgumentException(policy.getClass() + " is no policy");
  }
}
