package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.pulsar.client.api.PulsarClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes as processes, a Pulsar and clients, of which two nodes' want all that they can get and one's
 * little: the quotas of a group, for publishing and for dispatch, are divided fairly between the nodes, also
 * when one of them is killed, and safely when they cannot hear of each other.
 */
@Tag("alone")
class GroupsAcrossNodesTest {

  private static final int QUOTA = 300;
  private static final int LITTLE = 15;
  /** A share is saved up for a tenth of an interval, which comes on top. */
  private static final double SAVED_UP = 0.1;

  private static final int BYTES_QUOTA = 200_000;
  private static final int PAYLOAD = 2000;

  /** What a stock client writes beside it: its name, a number, a time and a size, which are some forty bytes. */
  private static final int METADATA = 40;

  private static final String USAGE = "non-persistent://public/usage/usage";

  @TempDir
  Path folder;

  @Test
  void shouldDivideQuotasFairlyWhateverHappens() throws Exception {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(EmbeddedPulsarOptions.defaults())) {
      Http.send("PUT", pulsar.webUrl() + "/admin/v2/namespaces/public/usage", "");
      Http.send("PUT", pulsar.webUrl() + "/admin/v2/namespaces/public/bytes", "");
      try (TestNode one = start("one", pulsar);
          TestNode two = start("two", pulsar);
          TestNode three = start("three", pulsar);
          PulsarClient beside =
              PulsarClient.builder().serviceUrl(pulsar.serviceUrl()).build();
          NodeLoad first = new NodeLoad(one.serviceUrl(), "one", beside);
          NodeLoad second = new NodeLoad(two.serviceUrl(), "two", beside);
          NodeLoad third = new NodeLoad(three.serviceUrl(), "three", beside)) {
        List<NodeLoad> loads = List.of(first, second, third);
        String gold = "/sluice/v1/groups/gold";
        Http.send(
            "PUT",
            one.adminUrl() + gold,
            "{\"publishMessages\": %d, \"dispatchMessages\": %d}".formatted(QUOTA, QUOTA));
        Http.send("PUT", one.adminUrl() + gold + "/members/namespaces/public/default", "");
        for (TestNode node : List.of(one, two, three)) {
          TestNode.eventually(
              () -> Http.get(node.adminUrl() + gold).contains("\"nodes\":3,\"heard\":true"));
        }

        long change = System.nanoTime();
        first.wantAll(timer);
        second.wantAll(timer);
        third.want(timer, LITTLE);
        RateSamples samples = RateSamples.of(
            Stream.of(
                    loads.stream().<LongSupplier>map(load -> load::published),
                    loads.stream().<LongSupplier>map(load -> load::received))
                .flatMap(counts -> counts)
                .toList(),
            timer);
        settle(
            samples, "three nodes", change, (QUOTA - LITTLE) / 2.0, (QUOTA - LITTLE) / 2.0, LITTLE);

        assertShowsTheGroup(Http.get(one.adminUrl() + "/metrics"));
        // What clients get is an average; at any one moment the share may be a little other.
        TestNode.eventually(() -> showsItsShares(Http.get(one.adminUrl() + "/metrics")));

        assertLimitsBytes(one, two, beside, timer);

        change = System.nanoTime();
        one.process().close(); // as kill -9 does
        settle(samples, "one was killed", change, 0, QUOTA - LITTLE, LITTLE);

        change = System.nanoTime();
        loseUsageTopic(pulsar);
        settle(samples, "the usage topic is lost", change, 0, QUOTA / 2.0, LITTLE);

        Http.send("POST", autoCreation(pulsar), creating(true));
        // Nodes look for it every few seconds: it is back when they hear each other.
        for (TestNode node : List.of(two, three)) {
          TestNode.eventually(
              () -> Http.get(node.adminUrl() + gold).contains("\"nodes\":2,\"heard\":true"));
        }
        change = System.nanoTime();
        settle(samples, "the usage topic is back", change, 0, QUOTA - LITTLE, LITTLE);

        samples.assertNeverMoreThan(2 * QUOTA * (1 + SAVED_UP), loads.size());
      }
    } finally {
      timer.shutdownNow();
    }
  }

  /** Another group has quotas of bytes alone, which two nodes use. */
  private static void assertLimitsBytes(
      TestNode one, TestNode two, PulsarClient beside, ScheduledExecutorService timer)
      throws Exception {
    String silver = one.adminUrl() + "/sluice/v1/groups/silver";
    Http.send(
        "PUT",
        silver,
        "{\"publishBytes\": %d, \"dispatchBytes\": %d}".formatted(BYTES_QUOTA, BYTES_QUOTA));
    Http.send("PUT", silver + "/members/namespaces/public/bytes", "");
    try (NodeLoad first = new NodeLoad(one.serviceUrl(), "public/bytes/one", PAYLOAD, beside);
        NodeLoad second = new NodeLoad(two.serviceUrl(), "public/bytes/two", PAYLOAD, beside)) {
      long change = System.nanoTime();
      first.wantAll(timer);
      second.wantAll(timer);
      RateSamples samples = RateSamples.of(
          List.of(first::published, second::published, first::received, second::received), timer);
      double messages = (double) BYTES_QUOTA / (PAYLOAD + METADATA);
      settle(samples, "quotas of bytes", change, messages / 2, messages / 2);
    }
  }

  private static String messagesOf(String direction) {
    return "\\{(?=[^}]*group=\"gold\")(?=[^}]*use=\"" + direction + "_messages\")[^}]*} ";
  }

  private static boolean showsItsShares(String metrics) {
    return Stream.of("publish", "dispatch")
        .map(direction ->
            Pattern.compile("sluice_group_share" + messagesOf(direction) + "1[34]\\d\\."))
        .allMatch(share -> share.matcher(metrics).find());
  }

  /** What docs/operations.md lists of groups. */
  private static void assertShowsTheGroup(String metrics) {
    for (String direction : List.of("publish", "dispatch")) {
      String of = "\\{(?=[^}]*group=\"gold\")(?=[^}]*direction=\"" + direction + "\")[^}]*} ";
      assertThat(metrics)
          .containsPattern("sluice_group_messages_total" + of + "[1-9]")
          .containsPattern("sluice_group_bytes_total" + of + "[1-9]")
          .containsPattern("sluice_group_throttled_total" + of + "[1-9]")
          .containsPattern("sluice_group_throttled_time_seconds_total" + of + "[0-9.]*[1-9]");
      assertThat(metrics)
          .containsPattern("sluice_group_quota" + messagesOf(direction) + QUOTA + "\\.0");
    }
    assertThat(metrics)
        .contains("sluice_group_nodes 3.0", "sluice_group_exchange_heard 1.0")
        .contains("sluice_groups_reports_lost_total", "sluice_groups_reports_unreadable_total")
        .doesNotContain("use=\"publish_bytes\""); // that is not limited
  }

  private TestNode start(String name, EmbeddedPulsar pulsar) throws Exception {
    return TestNode.start(
        folder, name, pulsar, "groups: {resourceUsagePublishTopicName: \"" + USAGE + "\"}");
  }

  /** Takes it away and does not let it be made again, while everything else goes on. */
  private static void loseUsageTopic(EmbeddedPulsar pulsar) throws Exception {
    Http.send("POST", autoCreation(pulsar), creating(false));
    Http.send(
        "DELETE", pulsar.webUrl() + "/admin/v2/" + USAGE.replace("://", "/") + "?force=true", "");
  }

  private static String autoCreation(EmbeddedPulsar pulsar) {
    return pulsar.webUrl() + "/admin/v2/namespaces/public/usage/autoTopicCreation";
  }

  private static String creating(boolean allowed) {
    return "{\"allowAutoTopicCreation\": " + allowed + ", \"topicType\": \"non-partitioned\"}";
  }

  /** Of publishing, and of dispatch. */
  private static void settle(RateSamples samples, String what, long change, double... perNode)
      throws Exception {
    double[] expected =
        DoubleStream.concat(Arrays.stream(perNode), Arrays.stream(perNode)).toArray();
    samples.settle(what, change, perNode.length, expected);
  }
}
