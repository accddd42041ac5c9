package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.pulsar.client.api.PulsarClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes as processes, a Pulsar and clients, of which two nodes' want all that they can get and one's
 * little: the quotas of a group, for publishing and for dispatch, are divided fairly between the nodes, also
 * when one of them is killed, and safely when they cannot hear of each other.
 */
class GroupsAcrossNodesTest {

  private static final int QUOTA = 300;
  private static final int LITTLE = 15;
  private static final double TOLERANCE = 0.05;

  /** Of a rate: a message more or less, at either end of a window. */
  private static final double GRAIN = 1.0;

  private static final double WINDOW_SECONDS = 3;

  /** Three intervals, which are of one second. */
  private static final double CONVERGE_SECONDS = 3;

  /**
   * A machine that has other things to do may begin with it so much later: processes, and with them reports,
   * wait for their turn, and what they do in it is not what they would do by themselves.
   */
  private static final double ALLOWANCE_SECONDS = 7;

  /** A share is saved up for a tenth of an interval, which comes on top. */
  private static final double SAVED_UP = 0.1;

  private static final int SAMPLE_MILLIS = 50;

  private static final String USAGE = "non-persistent://public/usage/usage";

  @TempDir
  Path folder;

  private final List<Sample> samples = new CopyOnWriteArrayList<>();

  /** What each node has done by then: published by each, then received by each. */
  private record Sample(long nanos, List<Long> counts) {

    double[] ratesSince(Sample before) {
      double seconds = (nanos - before.nanos) / 1e9;
      return IntStream.range(0, counts.size())
          .mapToDouble(i -> (counts.get(i) - before.counts.get(i)) / seconds)
          .toArray();
    }
  }

  @Test
  void shouldDivideQuotasFairlyWhateverHappens() throws Exception {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(EmbeddedPulsarOptions.defaults())) {
      Http.send("PUT", pulsar.webUrl() + "/admin/v2/namespaces/public/usage", "");
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
        var unused = timer.scheduleAtFixedRate(
            () -> samples.add(sample(loads)), 0, SAMPLE_MILLIS, TimeUnit.MILLISECONDS);
        settle("three nodes", change, (QUOTA - LITTLE) / 2.0, (QUOTA - LITTLE) / 2.0, LITTLE);

        assertShowsTheGroup(Http.get(one.adminUrl() + "/metrics"));
        // What clients get is an average; at any one moment the share may be a little other.
        TestNode.eventually(() -> showsItsShares(Http.get(one.adminUrl() + "/metrics")));

        change = System.nanoTime();
        one.process().close(); // as kill -9 does
        settle("one was killed", change, 0, QUOTA - LITTLE, LITTLE);

        change = System.nanoTime();
        loseUsageTopic(pulsar);
        settle("the usage topic is lost", change, 0, QUOTA / 2.0, LITTLE);

        Http.send("POST", autoCreation(pulsar), creating(true));
        // Nodes look for it every few seconds: it is back when they hear each other.
        for (TestNode node : List.of(two, three)) {
          TestNode.eventually(
              () -> Http.get(node.adminUrl() + gold).contains("\"nodes\":2,\"heard\":true"));
        }
        change = System.nanoTime();
        settle("the usage topic is back", change, 0, QUOTA - LITTLE, LITTLE);

        assertNeverTwiceTheQuota();
      }
    } finally {
      timer.shutdownNow();
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

  /**
   * All rates, of publishing and of dispatch, are as they should be over a window that begins three intervals
   * after the change, or not much later.
   */
  private void settle(String what, long change, double... perNode) throws Exception {
    double[] expected =
        DoubleStream.concat(Arrays.stream(perNode), Arrays.stream(perNode)).toArray();
    for (int first = 0; ; first++) {
      Sample begin = sampleAt(first);
      double seconds = (begin.nanos - change) / 1e9;
      if (seconds < CONVERGE_SECONDS) {
        continue;
      }
      double[] rates = end(first, WINDOW_SECONDS).ratesSince(begin);
      if (isAbout(expected, rates)) {
        System.out.printf("%s: from %.1f s on at %s%n", what, seconds, Arrays.toString(rates));
        return;
      }
      assertThat(seconds)
          .as("%s: %s should be %s", what, Arrays.toString(rates), Arrays.toString(expected))
          .isLessThan(CONVERGE_SECONDS + ALLOWANCE_SECONDS);
    }
  }

  private Sample sampleAt(int index) throws Exception {
    TestNode.eventually(() -> samples.size() > index);
    return samples.get(index);
  }

  /** The first that is so much later. */
  private Sample end(int first, double seconds) throws Exception {
    int last = first;
    while (sampleAt(last).nanos - sampleAt(first).nanos < seconds * 1e9) {
      last++;
    }
    return samples.get(last);
  }

  /** In no whole second did all nodes together use more than twice a quota, settled or not. */
  private void assertNeverTwiceTheQuota() throws Exception {
    long last = samples.get(samples.size() - 1).nanos;
    for (int first = 0; last - samples.get(first).nanos > 1e9; first++) {
      double[] rates = end(first, 1).ratesSince(samples.get(first));
      double published = Arrays.stream(rates, 0, rates.length / 2).sum();
      double received = Arrays.stream(rates, rates.length / 2, rates.length).sum();
      assertThat(Math.max(published, received))
          .as("in the second from sample %d on: %s", first, Arrays.toString(rates))
          .isLessThanOrEqualTo(2 * QUOTA * (1 + SAVED_UP));
    }
  }

  /** Each node's rate, and all nodes' together, of publishing and of dispatch. */
  private static boolean isAbout(double[] expected, double[] rates) {
    int nodes = expected.length / 2;
    return IntStream.range(0, expected.length).allMatch(i -> isAbout(expected[i], rates[i]))
        && IntStream.of(0, nodes)
            .allMatch(from -> isAbout(
                Arrays.stream(expected, from, from + nodes).sum(),
                Arrays.stream(rates, from, from + nodes).sum()));
  }

  private static boolean isAbout(double expected, double rate) {
    return Math.abs(rate - expected) <= TOLERANCE * expected + GRAIN;
  }

  private static Sample sample(List<NodeLoad> loads) {
    return new Sample(
        System.nanoTime(),
        LongStream.concat(
                loads.stream().mapToLong(NodeLoad::published),
                loads.stream().mapToLong(NodeLoad::received))
            .boxed()
            .toList());
  }
}
