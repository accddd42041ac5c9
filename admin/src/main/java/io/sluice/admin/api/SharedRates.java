package io.sluice.admin.api;

import io.sluice.policy.DispatchLimit;
import io.sluice.policy.Policies.Resolved;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import java.util.Optional;

/**
 * What all nodes together may use of a topic's limit now, to be read beside what one of them may.
 *
 * @param messages in the time of {@code per}; not positive if they are not limited
 * @param bytes in the time of {@code per}; not positive if they are not limited
 * @param per such as {@code /s}
 * @param rises whether it is less than the policy says, as a ramp has not risen that far
 * @param isOnTop whether what is published comes on top
 */
record SharedRates(double messages, double bytes, String per, boolean rises, boolean isOnTop) {

  /** Those of the limit in force; empty if there is none. */
  static Optional<SharedRates> of(PolicyKind<?> kind, TopicName topic, LimitsNow limits) {
    if (kind.equals(PolicyKind.PUBLISH)) {
      return limits.publish(topic).map(found -> ofPublish(found, limits));
    }
    return (kind.equals(PolicyKind.DISPATCH)
            ? limits.dispatch(topic)
            : limits.subscriptionDispatch(topic))
        .map(found -> ofDispatch(found.limit()));
  }

  private static SharedRates ofPublish(Resolved<PublishLimit> found, LimitsNow limits) {
    double factor = limits.rampFactor(found.origin()).orElse(1.0);
    return new SharedRates(
        found.limit().messages() * factor, found.limit().bytes() * factor, "/s", factor < 1, false);
  }

  private static SharedRates ofDispatch(DispatchLimit limit) {
    return new SharedRates(
        limit.messages(),
        limit.bytes(),
        GroupText.per(limit),
        false,
        limit.relativeToPublishRate());
  }

  /** Such as {@code 100 of these 300 messages/s}. */
  String part(double ofMessages, double ofBytes) {
    String messagesPart = part(ofMessages, messages, "messages");
    String bytesPart = part(ofBytes, bytes, "bytes");
    String both =
        messages <= 0 || bytes <= 0 ? messagesPart + bytesPart : messagesPart + " and " + bytesPart;
    return isOnTop ? both + " more than is published through it" : both;
  }

  private String part(double part, double all, String unit) {
    return all <= 0
        ? ""
        : GroupText.number(part * all) + (rises ? " of the " : " of these ")
            + GroupText.number(all) + " " + unit + per
            + (rises ? " that its ramp has come to" : "");
  }
}
