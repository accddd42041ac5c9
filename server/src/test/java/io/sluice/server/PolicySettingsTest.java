package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.sluice.gateway.config.BrokerAddress;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicySettingsTest {

  @TempDir
  Path folder;

  @Test
  void shouldBeWhatTheFileSays() throws IOException {
    Policies policies = read("""
        policies:
          default: {messages: 10000, bytes: 3GiB, burst: 1m}
          namespaces:
            public/default: {messages: 1000}
            old/cluster/namespace: {bytes: 2000}
          topics:
            persistent://public/default/orders: {messages: 100, bytes: 1MiB, burst: 500ms, enforce: false}
            orders-2: {messages: -1, bytes: -1}
            non-persistent://tenant/namespace/a.b: {}
        """);

    assertThat(policies.all(PolicyKind.PUBLISH))
        .containsOnly(
            entry(
                PolicyKey.DEFAULT, new PublishLimit(10_000, 3L << 30, Duration.ofMinutes(1), true)),
            entry(PolicyKey.namespace("public/default"), PublishLimit.of(1000, 0)),
            entry(PolicyKey.namespace("old/cluster/namespace"), PublishLimit.of(0, 2000)),
            entry(
                PolicyKey.topic("public/default/orders"),
                new PublishLimit(100, 1 << 20, Duration.ofMillis(500), false)),
            entry(PolicyKey.topic("persistent://public/default/orders-2"), PublishLimit.of(-1, -1)),
            entry(PolicyKey.topic("non-persistent://tenant/namespace/a.b"), PublishLimit.NONE));
  }

  @Test
  void shouldExemptATopicFromItsNamespacesLimit() throws IOException {
    Policies policies = read("""
        policies:
          namespaces: {public/default: {messages: 1000}}
          topics: {exempt: {}}
        """);

    assertThat(policies.publishLimit(TopicName.parse("exempt")).limit().isNone())
        .isTrue();
    assertThat(policies.publishLimit(TopicName.parse("other")).limit().messages())
        .isEqualTo(1000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "policies: {}",
        "policies: {default: {}, namespaces: {}, topics: {}}",
        "policies: {default: {messages: 0, bytes: -1, burst: 5s, enforce: false}}",
      })
  void shouldBeNoneWhereTheFileSaysNothing(String policies) throws IOException {
    assertThat(read(policies).all(PolicyKind.PUBLISH)).isEmpty();
  }

  @Test
  void shouldTellTheFaultsOfAllPolicies() {
    assertThatThrownBy(() -> read("""
        policies:
          default: {message: 1}
          namespaces: {public: {}}
          topics:
            a//b: {}
            orders: {messages: many}
            public/default/orders: {}
            /orders/: {}
        """))
        .isInstanceOfSatisfying(InvalidNodeConfigException.class, e -> assertThat(e.faults())
            .extracting(fault -> fault.substring(fault.indexOf("node.yaml")))
            .satisfiesExactly(
                first -> assertThat(first).startsWith("node.yaml:2: policies.default.message is"),
                second ->
                    assertThat(second).startsWith("node.yaml:3: policies.namespaces.public is"),
                third ->
                    assertThat(third).startsWith("node.yaml:5: policies.topics.a//b is no name"),
                fourth -> assertThat(fourth)
                    .startsWith("node.yaml:6: policies.topics.orders.messages must be a whole"),
                fifth -> assertThat(fifth)
                    .startsWith("node.yaml:7: policies.topics.public/default/orders is the same as"
                        + " orders on line 6"),
                sixth -> assertThat(sixth)
                    .startsWith("node.yaml:8: policies.topics./orders/ is the same as orders on")));
  }

  @Test
  void shouldTakeTheLimitsOfThousandsOfTopics() throws IOException {
    StringBuilder topics = new StringBuilder("policies:\n  topics:\n");
    for (int i = 0; i < 10_000; i++) {
      topics.append("    persistent://public/default/topic-%d: {messages: %d}\n".formatted(i, i));
    }

    assertThat(read(topics.toString()).all(PolicyKind.PUBLISH))
        .hasSize(10_000)
        .containsEntry(PolicyKey.topic("topic-9999"), PublishLimit.of(9999, 0));
  }

  @Test
  void shouldBeGivenToANodeWithoutAFile() {
    HostPort anyPort = new HostPort("127.0.0.1", 0);
    BrokerUrls brokers = new BrokerUrls(false, List.of(new BrokerAddress("127.0.0.1", 1)));
    PolicyKey.Topic noisy = new PolicyKey.Topic(TopicName.parse("noisy"));
    NodeConfig local = NodeConfig.local(anyPort, anyPort, brokers);

    NodeConfig limited =
        local.withPolicies(PolicySettings.inMemory(Map.of(noisy, PublishLimit.of(1000, 0))));

    assertThat(local.policies().initial().all(PolicyKind.PUBLISH)).isEmpty();
    assertThat(limited.policies().initial().all(PolicyKind.PUBLISH))
        .containsOnly(entry(noisy, PublishLimit.of(1000, 0)));
    assertThat(limited.cluster()).isEqualTo(local.cluster());
  }

  @Test
  void shouldHaveTheRatesOfBrokersAmongThePoliciesThatANodeStartsWith() throws Exception {
    Path file = Files.writeString(folder.resolve("node.yaml"), """
        cluster: {brokers: 'pulsar://b:6650'}
        gateway: {publish: {brokerPublisherThrottlingMaxMessageRate: 500}}
        """);
    Policies configured = NodeConfig.read(file, name -> Optional.empty()).initialPolicies();
    assertThat(configured.get(PolicyKind.PUBLISH, PolicyKey.BROKER))
        .contains(PublishLimit.of(500, 0));
    InMemoryPolicyStore store = InMemoryPolicyStore.over(configured);

    store.put(PolicyKind.PUBLISH, PolicyKey.BROKER, PublishLimit.NONE);
    assertThat(store.current().get(PolicyKind.PUBLISH, PolicyKey.BROKER))
        .contains(PublishLimit.NONE);
    store.remove(PolicyKind.PUBLISH, PolicyKey.BROKER);

    assertThat(store.current().get(PolicyKind.PUBLISH, PolicyKey.BROKER))
        .as("the configuration's holds again")
        .contains(PublishLimit.of(500, 0));
    assertThat(NodeConfig.DEFAULT.initialPolicies().size()).isZero();
  }

  private Policies read(String yaml) throws IOException {
    Path file = Files.writeString(
        folder.resolve("node.yaml"), yaml + "\ncluster: {brokers: 'pulsar://b:6650'}\n");
    return NodeConfig.read(file, name -> Optional.empty()).policies().initial();
  }
}
