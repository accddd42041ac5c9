package io.sluice.admin.pulsar;

import static io.sluice.admin.pulsar.Sides.compare;
import static io.sluice.admin.pulsar.Step.does;
import static io.sluice.admin.pulsar.Step.step;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.common.policies.data.DispatchRate;
import org.junit.jupiter.api.Test;

/** What is not Sluice's, the stock admin client gets from the cluster, also from its other brokers. */
class PassThroughTest {

  private static final String ODD = "/ns/a b+c é%41";

  @Test
  void shouldPassEverythingElseOn() throws Exception {
    compare(
        step("tenants", (admin, t) -> admin.tenants().getTenants().contains(t)),
        step("tenant", (admin, t) -> admin.tenants().getTenantInfo(t)),
        step("unknown tenant", (admin, t) -> admin.tenants().getTenantInfo("no-such")),
        does("create namespace", (admin, t) -> admin.namespaces().createNamespace(t + "/more")),
        does("create it again", (admin, t) -> admin.namespaces().createNamespace(t + "/more")),
        step("namespaces", (admin, t) -> admin.namespaces().getNamespaces(t)),
        step("retention", (admin, t) -> admin.namespaces().getRetention(t + "/more")),
        does(
            "create topic",
            (admin, t) -> admin.topics().createNonPartitionedTopic(t + "/more/plain")),
        does(
            "create partitioned topic",
            (admin, t) -> admin.topics().createPartitionedTopic(t + "/more/split", 2)),
        step(
            "topics",
            (admin, t) -> admin.topics().getList(t + "/more").stream().sorted().toList()),
        step(
            "partitions",
            (admin, t) -> admin.topics().getPartitionedTopicMetadata(t + "/more/split").partitions),
        does("create subscription", (admin, t) -> admin
            .topics()
            .createSubscription(t + "/more/plain", "sub", MessageId.earliest)),
        step(
            "stats",
            (admin, t) ->
                admin.topics().getStats(t + "/more/plain").getSubscriptions().keySet()),
        step(
            "stats of an odd name",
            (admin, t) -> admin.topics().getStats("persistent://" + t + ODD).getMsgInCounter()),
        step("partitioned stats", (admin, t) -> admin
            .topics()
            .getPartitionedStats(t + "/more/split", true)
            .getPartitions()
            .size()),
        step(
            "lookup",
            (admin, t) ->
                admin.lookups().lookupTopic(t + "/more/plain").startsWith("pulsar://127.0.0.1:")),
        step(
            "lookup of partitions",
            (admin, t) ->
                admin.lookups().lookupPartitionedTopic(t + "/more/split").size()),
        does("subscription's own rate", (admin, t) -> admin
            .topicPolicies()
            .setSubscriptionDispatchRate(
                t + "/more/plain", "sub", DispatchRate.builder().build())),
        step("clusters", (admin, t) -> admin.clusters().getClusters()),
        does("delete topic", (admin, t) -> admin.topics().delete(t + "/more/plain", true)),
        step("unknown topic", (admin, t) -> admin.topics().getStats(t + "/more/plain")));
  }

  @Test
  void shouldFollowTheClusterToTheBrokerThatHasTheTopic() throws Exception {
    String many = "public/many";
    Sides.stock().namespaces().createNamespace(many, 16);
    List<String> topics = IntStream.range(0, 16).mapToObj(i -> many + "/t" + i).toList();
    for (String topic : topics) {
      Sides.stock().topics().createNonPartitionedTopic(topic);
    }

    assertThat(topics)
        .as("asked at the cluster itself")
        .anyMatch(topic -> status(Sides.pulsar().webUrl(), topic) == 307);
    assertThat(topics)
        .as("asked at Sluice")
        .allMatch(topic -> status(Sides.sluice(), topic) == 200);
  }

  private static int status(String url, String topic) {
    try {
      HttpRequest request = HttpRequest.newBuilder(
              URI.create(url + "/admin/v2/persistent/" + topic + "/stats"))
          .timeout(Duration.ofSeconds(30))
          .build();
      HttpResponse<String> answer =
          HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
      return answer.statusCode();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
