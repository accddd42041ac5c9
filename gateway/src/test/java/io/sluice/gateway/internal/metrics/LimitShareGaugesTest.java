package io.sluice.gateway.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import io.sluice.core.NanoClock;
import io.sluice.gateway.Gateways;
import io.sluice.gateway.config.GroupSharing;
import io.sluice.gateway.config.NodeLimits;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.internal.limit.PolicyFollower;
import io.sluice.gateway.internal.limit.TopicPublishLimiter;
import io.sluice.policy.InMemoryPolicyStore;
import io.sluice.policy.Policies;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.quota.InMemoryExchange;
import io.sluice.quota.QuotaSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What two nodes with one limit show of it. */
class LimitShareGaugesTest {

  private static final AttributeKey<String> TOPIC = AttributeKey.stringKey("topic");
  private static final QuotaSettings QUICK = new QuotaSettings(Duration.ofMillis(400), 10, 10, 1);

  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final InMemoryExchange exchange = new InMemoryExchange();
  private final InMemoryPolicyStore policies = new InMemoryPolicyStore(
      Policies.NONE.with(PolicyKind.PUBLISH, PolicyKey.DEFAULT, PublishLimit.of(100, 0)));
  private final PolicyFollower one = start("one");
  private final PolicyFollower two = start("two");

  /** The measurements, by name and attributes. */
  private final Map<String, Double> measured = new TreeMap<>();

  private PolicyFollower start(String name) {
    return PolicyFollower.start(
        policies,
        new GroupSharing(name, QUICK, exchange.join()),
        PublishSettings.DEFAULT,
        NodeLimits.NONE,
        NanoClock.system(),
        loops);
  }

  @AfterEach
  void stop() {
    one.close();
    two.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private ObservableLongMeasurement longs(String name) {
    return new ObservableLongMeasurement() {
      @Override
      public void record(long value) {
        record(value, Attributes.empty());
      }

      @Override
      public void record(long value, Attributes attributes) {
        measured.put(name + List.copyOf(attributes.asMap().values()), (double) value);
      }
    };
  }

  private ObservableDoubleMeasurement doubles(String name) {
    return new ObservableDoubleMeasurement() {
      @Override
      public void record(double value) {
        record(value, Attributes.empty());
      }

      @Override
      public void record(double value, Attributes attributes) {
        measured.put(name + List.copyOf(attributes.asMap().values()), value);
      }
    };
  }

  private Map<String, Double> measure(PolicyFollower node, TopicPublishLimiter limiter) {
    measured.clear();
    LimitShareGauges gauges =
        new LimitShareGauges(node.groups(), doubles("share"), longs("nodes"), longs("divided"));
    gauges.observe();
    gauges.show(limiter, Attributes.of(TOPIC, "orders"));
    return measured;
  }

  /** Not a number if there is none. */
  private double measured(PolicyFollower node, TopicPublishLimiter limiter, String name) {
    return measure(node, limiter).getOrDefault(name, Double.NaN);
  }

  @Test
  void shouldShowOnHowManyNodesALimitIsUsedAndThisNodesShareOfWhatIsLimited() throws Exception {
    TopicPublishLimiter here = one.publish().acquire("orders");
    Gateways.until("alone", () -> measure(one, here)
        .equals(Map.of(
            "share[orders, messages]", 1.0,
            "nodes[orders]", 1.0,
            "divided[leads]", 0.0,
            "divided[follows]", 0.0)));

    TopicPublishLimiter there = two.publish().acquire("orders");

    Gateways.until("one leads", () -> measured(one, here, "divided[leads]") == 1);
    Gateways.until("two follows", () -> measured(two, there, "divided[follows]") == 1);
    assertThat(measure(one, here))
        .containsEntry("nodes[orders]", 2.0)
        .doesNotContainKey("share[orders, bytes]");
    assertThat(measure(two, there)).containsEntry("nodes[orders]", 2.0);
    Gateways.until(
        "both have a share",
        () -> measured(one, here, "share[orders, messages]") < 1
            && measured(two, there, "share[orders, messages]") > 0);
  }

  @Test
  void shouldShowNothingOfALimitThatThisNodeDoesNotUse() {
    TopicPublishLimiter there = two.publish().acquire("orders");

    assertThat(measure(one, there)).containsOnlyKeys("divided[leads]", "divided[follows]");
  }
}
