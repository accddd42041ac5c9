package io.sluice.admin.pulsar;

import static io.sluice.admin.pulsar.Sides.compare;
import static io.sluice.admin.pulsar.Step.does;
import static io.sluice.admin.pulsar.Step.step;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.pulsar.common.policies.data.DispatchRate;
import org.apache.pulsar.common.policies.data.PublishRate;
import org.apache.pulsar.common.policies.data.ResourceGroup;
import org.junit.jupiter.api.Test;

/**
 * The stock admin client does the same things with a stock cluster and with Sluice in front of it, and
 * gets the same answers, but for the differences that are named.
 */
class ParityTest {

  private static final DispatchRate DISPATCH = DispatchRate.builder()
      .dispatchThrottlingRateInMsg(70)
      .dispatchThrottlingRateInByte(5_000_000_000L)
      .relativeToPublishRate(true)
      .ratePeriodInSecond(3)
      .build();

  @Test
  void shouldKeepPublishRatesOfNamespaces() throws Exception {
    compare(
        step("get", (admin, t) -> admin.namespaces().getPublishRate(t + "/ns")),
        does(
            "set",
            (admin, t) -> admin.namespaces().setPublishRate(t + "/ns", new PublishRate(10, 1_000))),
        step("get", (admin, t) -> admin.namespaces().getPublishRate(t + "/ns")),
        does(
            "unlimit",
            (admin, t) -> admin.namespaces().setPublishRate(t + "/ns", new PublishRate())),
        step("get", (admin, t) -> admin.namespaces().getPublishRate(t + "/ns")),
        does("remove", (admin, t) -> admin.namespaces().removePublishRate(t + "/ns")),
        step("get", (admin, t) -> admin.namespaces().getPublishRate(t + "/ns")),
        step("get unknown", (admin, t) -> admin.namespaces().getPublishRate(t + "/no")),
        does(
            "set unknown",
            (admin, t) -> admin.namespaces().setPublishRate(t + "/no", new PublishRate(10, 1_000))),
        does("remove unknown", (admin, t) -> admin.namespaces().removePublishRate(t + "/no")),
        does("set below -1", (admin, t) -> admin
                .namespaces()
                .setPublishRate(t + "/ns", new PublishRate(-2, 1_000)))
            .butSluice("HTTP 400", "Pulsar keeps what means nothing"));
  }

  @Test
  void shouldKeepDispatchRatesOfNamespaces() throws Exception {
    compare(
        step("get", (admin, t) -> admin.namespaces().getDispatchRate(t + "/ns")),
        does("set", (admin, t) -> admin.namespaces().setDispatchRate(t + "/ns", DISPATCH)),
        step("get", (admin, t) -> admin.namespaces().getDispatchRate(t + "/ns")),
        step(
            "get of subscriptions",
            (admin, t) -> admin.namespaces().getSubscriptionDispatchRate(t + "/ns")),
        does("set of subscriptions", (admin, t) -> admin
            .namespaces()
            .setSubscriptionDispatchRate(
                t + "/ns", DispatchRate.builder().dispatchThrottlingRateInMsg(7).build())),
        step(
            "applied to a topic",
            (admin, t) -> admin.topicPolicies().getDispatchRate(t + "/ns/orders", true)),
        step("applied to a topic's subscriptions", (admin, t) -> admin
            .topicPolicies()
            .getSubscriptionDispatchRate(t + "/ns/orders", true)),
        does("remove", (admin, t) -> {
          admin.namespaces().removeDispatchRate(t + "/ns");
          admin.namespaces().removeSubscriptionDispatchRate(t + "/ns");
        }),
        step("get", (admin, t) -> admin.namespaces().getDispatchRate(t + "/ns")),
        step(
            "get of subscriptions",
            (admin, t) -> admin.namespaces().getSubscriptionDispatchRate(t + "/ns")),
        step(
            "applied to a topic",
            (admin, t) -> admin.topicPolicies().getDispatchRate(t + "/ns/orders", true)));
  }

  @Test
  void shouldKeepRatesOfTopics() throws Exception {
    for (String topic : List.of("/ns/orders", "/ns/parted", "/ns/a b+c é%41")) {
      compare(
          step("get", (admin, t) -> admin.topicPolicies().getPublishRate(name(t, topic))),
          does("set", (admin, t) -> {
            admin.topicPolicies().setPublishRate(name(t, topic), new PublishRate(10, 1_000));
            admin.topicPolicies().setDispatchRate(name(t, topic), DISPATCH);
            admin.topicPolicies().setSubscriptionDispatchRate(name(t, topic), DISPATCH);
          }),
          step("get", (admin, t) -> admin.topicPolicies().getPublishRate(name(t, topic))),
          step("get dispatch", (admin, t) -> admin.topicPolicies().getDispatchRate(name(t, topic))),
          step(
              "get subscriptions'",
              (admin, t) -> admin.topicPolicies().getSubscriptionDispatchRate(name(t, topic))),
          does("remove", (admin, t) -> {
            admin.topicPolicies().removePublishRate(name(t, topic));
            admin.topicPolicies().removeDispatchRate(name(t, topic));
            admin.topicPolicies().removeSubscriptionDispatchRate(name(t, topic));
          }),
          step("get", (admin, t) -> admin.topicPolicies().getPublishRate(name(t, topic))),
          step(
              "get dispatch", (admin, t) -> admin.topicPolicies().getDispatchRate(name(t, topic))));
    }
    compare(
        does("set for all clusters", (admin, t) -> admin
            .topicPolicies(true)
            .setPublishRate(t + "/ns/orders", new PublishRate(10, 1_000))),
        step(
            "get for all clusters",
            (admin, t) -> admin.topicPolicies(true).getPublishRate(t + "/ns/orders")),
        does(
            "remove for all clusters",
            (admin, t) -> admin.topicPolicies(true).removePublishRate(t + "/ns/orders")),
        step(
            "get for all clusters",
            (admin, t) -> admin.topicPolicies(true).getPublishRate(t + "/ns/orders")),
        step(
            "get of a partition",
            (admin, t) -> admin.topicPolicies().getPublishRate(t + "/ns/parted-partition-0")),
        step(
            "get in an unknown namespace",
            (admin, t) -> admin.topicPolicies().getPublishRate(t + "/no/orders")),
        step(
                "get of an unknown topic",
                (admin, t) -> admin.topicPolicies().getPublishRate(t + "/ns/unknown"))
            .butSluice("null", "a topic may get its limit before it is created"));
  }

  private static String name(String tenant, String topic) {
    return "persistent://" + tenant + topic;
  }

  @Test
  void shouldKeepTheRatesOfBrokersAmongTheDynamicConfiguration() throws Exception {
    String messages = "brokerPublisherThrottlingMaxMessageRate";
    String bytes = "brokerPublisherThrottlingMaxByteRate";
    compare(
        step("names", (admin, t) -> admin.brokers().getDynamicConfigurationNames().stream()
            .filter(name -> name.startsWith("brokerPublisher"))
            .sorted()
            .toList()),
        step("at first", (admin, t) -> rates(admin.brokers().getRuntimeConfigurations())),
        step("none is set", (admin, t) -> rates(admin.brokers().getAllDynamicConfigurations())),
        does("set", (admin, t) -> admin.brokers().updateDynamicConfiguration(messages, "1000")),
        step("one is set", (admin, t) -> rates(admin.brokers().getAllDynamicConfigurations())),
        step("it holds", (admin, t) -> rates(admin.brokers().getRuntimeConfigurations())),
        does("set", (admin, t) -> admin.brokers().updateDynamicConfiguration(bytes, "5000000000")),
        step("both are set", (admin, t) -> rates(admin.brokers().getAllDynamicConfigurations())),
        step("they hold", (admin, t) -> rates(admin.brokers().getRuntimeConfigurations())),
        does("unlimit", (admin, t) -> admin.brokers().updateDynamicConfiguration(messages, "0")),
        step("both are set", (admin, t) -> rates(admin.brokers().getAllDynamicConfigurations())),
        does("delete", (admin, t) -> admin.brokers().deleteDynamicConfiguration(messages)),
        step("one is set", (admin, t) -> rates(admin.brokers().getAllDynamicConfigurations())),
        does("delete", (admin, t) -> admin.brokers().deleteDynamicConfiguration(bytes)),
        step("none is set", (admin, t) -> rates(admin.brokers().getAllDynamicConfigurations())),
        does("delete again", (admin, t) -> admin.brokers().deleteDynamicConfiguration(bytes)));
  }

  private static Map<String, String> rates(Map<String, String> settings) {
    Map<String, String> rates = new TreeMap<>(settings);
    rates.keySet().removeIf(name -> !name.startsWith("brokerPublisherThrottlingMax"));
    return rates;
  }

  @Test
  void shouldKeepResourceGroups() throws Exception {
    ResourceGroup gold = new ResourceGroup();
    gold.setPublishRateInMsgs(5);
    gold.setDispatchRateInBytes(6_000_000_000L);
    ResourceGroup more = new ResourceGroup();
    more.setPublishRateInBytes(7L);
    compare(
        step("list", (admin, t) -> admin.resourcegroups().getResourceGroups()),
        step("get unknown", (admin, t) -> admin.resourcegroups().getResourceGroup("gold")),
        does("delete unknown", (admin, t) -> admin.resourcegroups().deleteResourceGroup("gold"))
            .butSluice("HTTP 404", "Pulsar fails with 500"),
        does("create", (admin, t) -> admin.resourcegroups().createResourceGroup("gold", gold)),
        step("get", (admin, t) -> admin.resourcegroups().getResourceGroup("gold")),
        does("update", (admin, t) -> admin.resourcegroups().updateResourceGroup("gold", more)),
        step("get", (admin, t) -> admin.resourcegroups().getResourceGroup("gold")),
        step("list", (admin, t) -> admin.resourcegroups().getResourceGroups()),
        step("attached", (admin, t) -> admin.namespaces().getNamespaceResourceGroup(t + "/ns")),
        does(
            "attach unknown group",
            (admin, t) -> admin.namespaces().setNamespaceResourceGroup(t + "/ns", "silver")),
        does(
            "attach unknown namespace",
            (admin, t) -> admin.namespaces().setNamespaceResourceGroup(t + "/no", "gold")),
        does(
            "attach",
            (admin, t) -> admin.namespaces().setNamespaceResourceGroup(t + "/ns", "gold")),
        step("attached", (admin, t) -> admin.namespaces().getNamespaceResourceGroup(t + "/ns")),
        does("delete in use", (admin, t) -> admin.resourcegroups().deleteResourceGroup("gold")),
        does("detach", (admin, t) -> admin.namespaces().removeNamespaceResourceGroup(t + "/ns")),
        step("attached", (admin, t) -> admin.namespaces().getNamespaceResourceGroup(t + "/ns")),
        does("delete", (admin, t) -> admin.resourcegroups().deleteResourceGroup("gold")),
        step("list", (admin, t) -> admin.resourcegroups().getResourceGroups()));
  }
}
