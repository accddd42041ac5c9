package io.sluice.server;

import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import java.util.ArrayList;
import java.util.List;

/** What a configuration amounts to for producers, as people read it. */
final class PublishSummary {

  private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB");
  private static final int UNIT_BITS = 10;

  private PublishSummary() {}

  static List<String> of(NodeConfig config) {
    PublishSettings publish = config.gateway().publish();
    NodeLimits node = config.node().limits();
    int bufferMegabytes = publish.maxMessagePublishBufferSizeInMB();
    return List.of(
        "policies: " + policies(config.policies()),
        "each broker: " + limit(publish.brokerLimit()),
        "this node: publish " + limit(node.publish()) + ", dispatch " + limit(node.dispatch())
            + ", publish buffer "
            + (bufferMegabytes == 0 ? "by its memory" : bufferMegabytes + "MiB") + ", held bytes "
            + (publish.maxHeldBytes() == 0 ? "a quarter of that" : size(publish.maxHeldBytes())),
        "each connection: pending publishes " + publish.maxPendingPublishRequestsPerConnection()
            + ", held bytes " + size(publish.maxHeldBytesPerConnection()));
  }

  private static String policies(PolicySettings policies) {
    long inShadow = policies.initial().all(PolicyKind.PUBLISH).values().stream()
        .filter(limit -> !limit.isNone() && !limit.enforce())
        .count();
    return "default " + limit(policies.otherwise())
        + ", namespaces " + policies.namespaces().size()
        + ", topics " + policies.topics().size()
        + ", in shadow " + inShadow;
  }

  private static String limit(PublishLimit limit) {
    List<String> rates = new ArrayList<>();
    if (limit.messages() > 0) {
      rates.add(limit.messages() + " messages/s");
    }
    if (limit.bytes() > 0) {
      rates.add(size(limit.bytes()) + "/s");
    }
    return rates.isEmpty()
        ? "no limit"
        : String.join(" and ", rates) + (limit.enforce() ? "" : " in shadow");
  }

  /** In the largest unit that is exact. */
  private static String size(long bytes) {
    int unit = Math.min(UNITS.size() - 1, Long.numberOfTrailingZeros(bytes) / UNIT_BITS);
    return (bytes >> (unit * UNIT_BITS)) + UNITS.get(unit);
  }
}
