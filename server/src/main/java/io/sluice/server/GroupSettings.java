package io.sluice.server;

import io.sluice.gateway.config.GroupSharing;
import io.sluice.policy.TopicName;
import io.sluice.quota.QuotaSettings;
import java.time.Duration;
import java.util.Set;

/**
 * The block {@code groups}: how nodes share the quotas of resource groups.
 *
 * @param resourceUsagePublishToTopic whether they tell each other what they use; if not, each has the
 *     whole quota for itself
 * @param resourceUsagePublishTopicName where they do
 * @param resourceUsagePublishIntervalInSecs how often
 * @param resourceUsageSignificantChangePercent which change of use is worth telling
 * @param resourceUsageReportEveryIntervals after how many intervals use is told unchanged
 * @param resourceUsageExpectedNodes how many nodes to reckon with while none can be heard
 * @param replicators from where brokers of other clusters replicate through the node
 */
public record GroupSettings(
    boolean resourceUsagePublishToTopic,
    String resourceUsagePublishTopicName,
    double resourceUsagePublishIntervalInSecs,
    int resourceUsageSignificantChangePercent,
    int resourceUsageReportEveryIntervals,
    int resourceUsageExpectedNodes,
    Set<String> replicators) {

  static final GroupSettings DEFAULT = new GroupSettings(
      true,
      "non-persistent://pulsar/system/sluice-resource-usage",
      1,
      QuotaSettings.DEFAULT.significantPercent(),
      QuotaSettings.DEFAULT.everyIntervals(),
      QuotaSettings.DEFAULT.expectedNodes(),
      Set.of());

  private static final double SHORTEST_SECONDS = 0.1;
  private static final double LONGEST_SECONDS = 3600;
  private static final double MILLIS_PER_SECOND = 1000;

  /** Checks each of them. */
  public GroupSettings {
    if (!TopicName.parse(resourceUsagePublishTopicName).domain().equals("non-persistent")) {
      throw new IllegalArgumentException("resourceUsagePublishTopicName must be a non-persistent"
          + " topic, or outdated reports would be kept: " + resourceUsagePublishTopicName);
    }
    requireWithin(
        "resourceUsagePublishIntervalInSecs",
        resourceUsagePublishIntervalInSecs,
        SHORTEST_SECONDS,
        LONGEST_SECONDS);
    requireWithin(
        "resourceUsageSignificantChangePercent", resourceUsageSignificantChangePercent, 1, 100);
    requireWithin("resourceUsageReportEveryIntervals", resourceUsageReportEveryIntervals, 1, 100);
    requireWithin("resourceUsageExpectedNodes", resourceUsageExpectedNodes, 1, 1000);
    replicators = Set.copyOf(replicators);
    for (String each : replicators) {
      if (!GroupSharing.isAddress(each)) {
        throw new IllegalArgumentException(
            "replicators must be addresses such as 10.1.2.3 or 10.1.0.0/16, not " + each);
      }
    }
  }

  private static void requireWithin(String key, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          key + " must be from " + plain(least) + " to " + plain(most) + ", not " + plain(value));
    }
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }

  QuotaSettings forQuota() {
    return new QuotaSettings(
        Duration.ofMillis(Math.round(resourceUsagePublishIntervalInSecs * MILLIS_PER_SECOND)),
        resourceUsageSignificantChangePercent,
        resourceUsageReportEveryIntervals,
        resourceUsageExpectedNodes);
  }

  /** With whom quotas are shared, as people read it. */
  String summary(boolean sharesPolicies) {
    if (!resourceUsagePublishToTopic) {
      return "resource groups: each node has the whole quota for itself, as"
          + " groups.resourceUsagePublishToTopic is false";
    }
    return sharesPolicies
        ? "resource groups: quotas shared by all nodes through " + resourceUsagePublishTopicName
            + ", every " + plain(resourceUsagePublishIntervalInSecs) + "s"
        : "resource groups: this node has the whole quota for itself, as policies.store is empty";
  }
}
