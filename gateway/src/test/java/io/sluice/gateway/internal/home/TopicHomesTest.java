package io.sluice.gateway.internal.home;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.OpenTelemetry;
import io.sluice.core.testing.ManualClock;
import io.sluice.gateway.config.HomeNode;
import io.sluice.gateway.config.HomeNodes;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.policy.TopicName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TopicHomesTest {

  private static final String TOPIC = "persistent://acme/orders/new";
  private static final PolicyKey NAMESPACE = PolicyKey.namespace("acme/orders");
  private static final HomeNode HERE = plain("here");
  private static final HomeNode THERE = plain("there");

  private final ManualClock clock = new ManualClock();
  private final InMemoryPolicyStore policies = new InMemoryPolicyStore(Policies.NONE);
  private List<HomeNode> ready = List.of(THERE);
  private final TopicHomes homes = new TopicHomes(
      new HomeNodes("here", () -> ready), policies::current, clock, OpenTelemetry.noop());

  private static HomeNode plain(String id) {
    return new HomeNode(id, id, Optional.of("pulsar://" + id + ":6650"), Optional.empty(), 0);
  }

  private static HomeNode secure(String id) {
    return new HomeNode(id, id, Optional.empty(), Optional.of("pulsar+ssl://" + id + ":6651"), 0);
  }

  private void limitNamespace() {
    var unused = policies.put("test", PolicyKind.PUBLISH, NAMESPACE, PublishLimit.of(300, 0));
  }

  private Optional<HomeNode> redirect(String topic) {
    return homes.redirect(topic, false, false);
  }

  @Test
  void shouldRedirectTopicsThatHaveALimitOfAnyKind() {
    assertThat(redirect(TOPIC)).isEmpty();

    var unused = policies.put(
        "test",
        PolicyKind.PUBLISH,
        PolicyKey.topic(TOPIC),
        PublishLimit.of(0, 5).inShadow());
    unused =
        policies.put("test", PolicyKind.DISPATCH, PolicyKey.topic("a/b/d"), DispatchLimit.of(5, 0));
    unused = policies.put(
        "test",
        PolicyKind.SUBSCRIPTION_DISPATCH,
        PolicyKey.namespace("a/c"),
        DispatchLimit.of(5, 0));
    for (String limited : List.of(
        TOPIC, TOPIC + "-partition-3", "acme/orders/new", "a/b/d", "persistent://a/c/any")) {
      assertThat(redirect(limited)).as(limited).contains(THERE);
    }
    assertThat(redirect("a/b/e")).isEmpty();

    unused = policies.put("test", PolicyKind.PUBLISH, PolicyKey.DEFAULT, PublishLimit.of(9, 0));
    unused = policies.put("test", PolicyKind.PUBLISH, PolicyKey.topic("a/b/f"), PublishLimit.NONE);
    assertThat(redirect("a/b/e")).contains(THERE);
    assertThat(redirect("a/b/f")).as("exempt").isEmpty();
    assertThat(redirect("later://a/b/e")).as("of a kind that is not known").isEmpty();
    assertThat(redirect("")).isEmpty();
  }

  @Test
  void shouldAnswerHereWhatIsAtHomeHereAndWhatHasNoHome() {
    limitNamespace();
    ready = List.of(HERE);
    assertThat(redirect(TOPIC)).isEmpty();
    assertThat(homes.home(TopicName.parse(TOPIC), false)).contains(HERE);
    assertThat(homes.isHere(HERE)).isTrue();

    ready = List.of();
    clock.advance(Duration.ofSeconds(1));
    assertThat(redirect(TOPIC)).isEmpty();
    assertThat(homes.home(TopicName.parse(TOPIC), false)).isEmpty();
  }

  @Test
  void shouldNotRedirectAgainWhoWasRedirectedAndCountIt() {
    limitNamespace();

    assertThat(homes.redirect(TOPIC, false, true)).isEmpty();
    assertThat(homes.arrivals()).isEqualTo(1);
    assertThat(redirect(TOPIC)).contains(THERE);
    assertThat(homes.arrivals()).isEqualTo(1);
  }

  @Test
  void shouldRedirectOnlyToAnAddressOfTheClientsKind() {
    limitNamespace();
    HomeNode tls = secure("secure");
    ready = List.of(THERE, tls);

    for (int i = 0; i < 100; i++) {
      assertThat(homes.redirect(TOPIC + i, false, false)).contains(THERE);
      assertThat(homes.redirect(TOPIC + i, true, false)).contains(tls);
    }
    ready = List.of(THERE);
    clock.advance(Duration.ofSeconds(1));
    assertThat(homes.redirect(TOPIC, true, false)).isEmpty();
  }

  @Test
  void shouldGiveEachPartitionAHomeOfItsOwn() {
    limitNamespace();
    ready = List.of(HERE, THERE, plain("third"));

    assertThat(IntStream.range(0, 50)
            .mapToObj(i -> homes.home(TopicName.parse(TOPIC + "-partition-" + i), false))
            .distinct())
        .hasSize(3);
  }

  @Test
  void shouldFollowTheNodesWithinATenthOfASecond() {
    limitNamespace();
    assertThat(redirect(TOPIC)).contains(THERE);

    HomeNode other = plain("other");
    ready = List.of(other);
    clock.advance(Duration.ofMillis(100));

    assertThat(redirect(TOPIC)).contains(other);
  }

  @Test
  void shouldTakeNodesWithOneAddressForOneNode() {
    limitNamespace();
    HomeNode before = new HomeNode("before", "here", HERE.serviceUrl(), Optional.empty(), 0);
    for (List<HomeNode> both : List.of(List.of(HERE, before), List.of(before, HERE))) {
      ready = both;
      clock.advance(Duration.ofSeconds(1));
      assertThat(redirect(TOPIC)).as("would lead back to this node").isEmpty();
      assertThat(homes.home(TopicName.parse(TOPIC), false)).contains(HERE);
    }
  }

  @Test
  void shouldStopRedirectingToAHomeWhereNobodyArrives() {
    limitNamespace();
    for (int i = 0; i < 5; i++) {
      assertThat(redirect(TOPIC)).contains(THERE);
    }

    clock.advance(Duration.ofSeconds(6));

    assertThat(redirect(TOPIC)).isEmpty();
    assertThat(homes.home(TopicName.parse(TOPIC), false)).contains(THERE);
  }
}
