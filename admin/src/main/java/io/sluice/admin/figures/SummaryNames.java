package io.sluice.admin.figures;

import io.sluice.quota.NodeSummary;

/** Names as they stand in a summary, where long ones would leave no room for others. */
final class SummaryNames {

  private static final int LONGEST = 100;
  private static final String REST = "…";

  private SummaryNames() {}

  /** Whether a topic is told of: a part of its name would be the name of another. */
  static boolean isTold(String topic) {
    return topic.length() <= NodeSummary.LONGEST_NAME;
  }

  /** The beginning of a long name. */
  static String cut(String name) {
    return cut(name, LONGEST);
  }

  /** The target of a policy, which may be a topic. */
  static String target(String target) {
    return cut(target, NodeSummary.LONGEST_NAME);
  }

  private static String cut(String name, int longest) {
    if (name.length() <= longest) {
      return name;
    }
    int end = longest - REST.length();
    // Half of a character could not be written.
    return name.substring(0, Character.isHighSurrogate(name.charAt(end - 1)) ? end - 1 : end)
        + REST;
  }
}
