package io.sluice.admin.api;

import io.sluice.gateway.view.GroupView;
import io.sluice.gateway.view.RampView;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.RampUp;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a resource group comes to, in words. */
final class GroupText {

  private GroupText() {}

  static String of(GroupQuota quota) {
    List<String> parts = new ArrayList<>();
    if (quota.publishMessages() > 0 || quota.publishBytes() > 0) {
      parts.add("publish " + rates(quota.publishMessages(), quota.publishBytes(), "/s"));
    }
    if (quota.dispatchMessages() > 0 || quota.dispatchBytes() > 0) {
      parts.add("be sent " + rates(quota.dispatchMessages(), quota.dispatchBytes(), "/s"));
    }
    return parts.isEmpty() ? "do as they like" : String.join(" and ", parts);
  }

  /** To be read after what it rises to. */
  static String rising(RampUp ramp, Optional<RampView> now) {
    return ", rising to that in " + ramp.duration().toSeconds() + " s ("
        + ramp.mode().text() + ")"
        + now.map(view -> " and now at " + Math.round(100 * view.factor()) + " % of it")
            .orElse("");
  }

  /** To be read after what all nodes may do. */
  static String here(GroupView view) {
    List<String> parts = new ArrayList<>();
    part("publish", view.publish(), parts);
    part("dispatch", view.dispatch(), parts);
    return (parts.isEmpty()
            ? ""
            : "; the share of this node, one of " + view.nodes() + ", is "
                + String.join(" and ", parts))
        + (view.heard() ? "" : "; it does not hear of the others now");
  }

  private static void part(String name, GroupView.Part part, List<String> parts) {
    List<String> shares = new ArrayList<>();
    share(part.shareOfMessages(), " messages/s", shares);
    share(part.shareOfBytes(), " bytes/s", shares);
    if (!shares.isEmpty()) {
      parts.add(name + " " + String.join(" and ", shares)
          + (part.waiting() == 0 ? "" : " (" + part.waiting() + " waiting)"));
    }
  }

  private static void share(double perSecond, String unit, List<String> shares) {
    if (perSecond < Double.POSITIVE_INFINITY) {
      shares.add(number(perSecond) + unit);
    }
  }

  /** With one decimal place at most. */
  static String number(double value) {
    return new DecimalFormat("0.#", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(value);
  }

  /** The time in which a dispatch limit holds, to be read after a number of messages or bytes. */
  static String per(DispatchLimit limit) {
    return limit.periodSeconds() == 1 ? "/s" : " in " + limit.periodSeconds() + " s";
  }

  /** What is limited of both, of which at least one is. */
  static String rates(long messages, long bytes, String per) {
    String ofMessages = messages + (messages == 1 ? " message" : " messages") + per;
    String ofBytes = bytes + (bytes == 1 ? " byte" : " bytes") + per;
    if (messages <= 0) {
      return ofBytes;
    }
    return bytes <= 0 ? ofMessages : ofMessages + " and " + ofBytes;
  }
}
