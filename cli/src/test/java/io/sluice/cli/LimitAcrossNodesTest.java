package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embeddedpulsar.EmbeddedPulsar;
import io.sluice.embeddedpulsar.EmbeddedPulsarOptions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes as processes, a Pulsar, and clients of each node that push to one topic and consume another, each of
 * which has a limit: the limits hold over all nodes, whichever of them come and go.
 */
@Tag("alone")
class LimitAcrossNodesTest {

  private static final int NODES = 3;
  private static final int LIMIT = 300;
  private static final String ADMIN = "/admin/v2/persistent/public/default/";
  private static final String USAGE = "non-persistent://public/usage/usage";

  /** Both have a second's burst by default. */
  private static final double MOST_PER_SECOND = LIMIT + 1.25 * LIMIT;

  @TempDir
  Path folder;

  @Test
  void shouldLimitATopicOverAllNodesWhicheverComeAndGo() throws Exception {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    try (EmbeddedPulsar pulsar = EmbeddedPulsar.start(EmbeddedPulsarOptions.defaults())) {
      Http.send("PUT", pulsar.webUrl() + "/admin/v2/namespaces/public/usage", "");
      try (TestNode one = start("one", pulsar);
          TestNode two = start("two", pulsar);
          PulsarClient beside =
              PulsarClient.builder().serviceUrl(pulsar.serviceUrl()).build();
          NodeLoad first = load(one, beside);
          NodeLoad second = load(two, beside)) {
        limit(one, LIMIT);
        AtomicReference<@Nullable NodeLoad> third = new AtomicReference<>();
        RateSamples samples = RateSamples.of(
            List.of(
                first::published,
                second::published,
                () -> count(third, NodeLoad::published),
                first::received,
                second::received,
                () -> count(third, NodeLoad::received)),
            timer);
        long change = System.nanoTime();
        first.wantAll(timer);
        second.wantAll(timer);
        settle(samples, "two nodes", change, LIMIT / 2.0, LIMIT / 2.0, 0);
        assertShowsHowLimitsAreDivided(one, two);

        try (TestNode three = start("three", pulsar);
            NodeLoad more = load(three, beside)) {
          third.set(more);
          change = System.nanoTime();
          more.wantAll(timer);
          settle(samples, "a third", change, LIMIT / 3.0, LIMIT / 3.0, LIMIT / 3.0);
          samples.assertNeverMoreThan(MOST_PER_SECOND, NODES);

          change = System.nanoTime();
          limit(two, 2 * LIMIT);
          settle(samples, "raised", change, LIMIT / 1.5, LIMIT / 1.5, LIMIT / 1.5);

          change = System.nanoTime();
          limit(three, LIMIT);
          settle(samples, "lowered", change, LIMIT / 3.0, LIMIT / 3.0, LIMIT / 3.0);

          change = System.nanoTime();
          one.process().close(); // as kill -9 does; it was the first to use the limits
          settle(samples, "one was killed", change, 0, LIMIT / 2.0, LIMIT / 2.0);
        }
        change = System.nanoTime();
        settle(samples, "the third is gone, too", change, 0, LIMIT, 0);
        samples.assertNeverMoreThan(2 * MOST_PER_SECOND, NODES); // it was twice as much for a while
      }
    } finally {
      timer.shutdownNow();
    }
  }

  /** Each of two nodes shows that both use the limits, and that its share is about a half. */
  private static void assertShowsHowLimitsAreDivided(TestNode... nodes) throws Exception {
    for (TestNode node : nodes) {
      String explain = node.adminUrl() + "/sluice/v1/explain/persistent/public/default/";
      for (String topic : List.of("published", "dispatched")) {
        assertThat(Http.get(explain + topic))
            .containsPattern(
                "This node may use 1[345]\\d[^ ]* of these 300 messages/s now: the limit"
                    + " is used on 2 nodes, and (this node|node one|node two) divides it\\.");
      }
      String metrics = Http.get(node.adminUrl() + "/metrics");
      assertThat(metrics)
          .containsPattern("sluice_limit_nodes" + of("publish", "published") + "2")
          .containsPattern("sluice_limit_nodes" + of("dispatch", "dispatched") + "2")
          .containsPattern("sluice_limit_share" + of("publish", "published") + "0\\.[45]")
          .containsPattern("sluice_limit_share" + of("dispatch", "dispatched") + "0\\.[45]")
          .containsPattern("sluice_limits_divided\\{[^}]*} [12]");
    }
  }

  private static String of(String direction, String topic) {
    return "\\{(?=[^}]*direction=\"" + direction + "\")(?=[^}]*limiter=\"topic\")(?=[^}]*/" + topic
        + "\")[^}]*} ";
  }

  private static NodeLoad load(TestNode node, PulsarClient beside) throws PulsarClientException {
    return new NodeLoad(node.serviceUrl(), "published", "dispatched", beside);
  }

  private static long count(
      AtomicReference<@Nullable NodeLoad> load, ToLongFunction<NodeLoad> what) {
    NodeLoad there = load.get();
    return there == null ? 0 : what.applyAsLong(there);
  }

  private TestNode start(String name, EmbeddedPulsar pulsar) throws Exception {
    return TestNode.start(
        folder,
        name,
        pulsar,
        "groups: {resourceUsagePublishTopicName: \"" + USAGE + "\"}\n"
            + "policies: {store: \"persistent://public/usage/policies\"}");
  }

  private static void limit(TestNode node, int perSecond) throws Exception {
    Http.send(
        "POST",
        node.adminUrl() + ADMIN + "published/publishRate",
        "{\"publishThrottlingRateInMsg\": %d, \"publishThrottlingRateInByte\": -1}"
            .formatted(perSecond));
    Http.send(
        "POST",
        node.adminUrl() + ADMIN + "dispatched/dispatchRate",
        "{\"dispatchThrottlingRateInMsg\": %d, \"dispatchThrottlingRateInByte\": -1, \"ratePeriodInSecond\": 1}"
            .formatted(perSecond));
  }

  private static void settle(RateSamples samples, String what, long change, double... perNode)
      throws Exception {
    double[] expected =
        DoubleStream.concat(Arrays.stream(perNode), Arrays.stream(perNode)).toArray();
    samples.settle(what, change, perNode.length, expected);
  }
}
