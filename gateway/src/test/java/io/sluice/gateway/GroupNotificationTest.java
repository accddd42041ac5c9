package io.sluice.gateway;

import static io.sluice.gateway.LimitedGateway.NOISY;
import static io.sluice.gateway.LimitedGateway.ONE_PER_SECOND;
import static io.sluice.gateway.LimitedGateway.QUIET;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.internal.limit.ResourceGroups;
import io.sluice.policy.Membership;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.PublishLimit;
import io.sluice.protocol.ThrottleCommands;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandThrottleProducer;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client that understands it is told that a group is over its quota, and when that ends. */
class GroupNotificationTest {

  private static final PolicyKey NAMESPACE = PolicyKey.namespace("public/default");
  private static final long NEARLY_A_DAY_MILLIS = 86_000_000;

  private LimitedGateway limited;
  private Peer client;

  @BeforeEach
  void start() throws Exception {
    limited = new LimitedGateway(PublishSettings.DEFAULT);
    limited.group("gold", 1);
    limited.attach(NAMESPACE, "gold");
    client = Peer.awareOf(limited.gateway);
    limited.open(client, 1, NOISY);
    limited.open(client, 2, QUIET);
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    limited.expectNothingLeft();
    limited.close();
  }

  /** What is said next, and promises to keep to it. */
  private CommandThrottleProducer told() throws IOException {
    CommandThrottleProducer told =
        client.skipTo(BaseCommand.Type.THROTTLE_PRODUCER).getThrottleProducer();
    client.send(ByteBufUtil.getBytes(ThrottleCommands.receipt(told.getRequestId())));
    return told;
  }

  private void expectPaused(long producerId) throws IOException {
    CommandThrottleProducer told = told();
    assertThat(told.getProducerId()).isEqualTo(producerId);
    assertThat(told.getThrottlingReason())
        .isEqualTo(ThrottlingReason.ResourceGroupProduceQuotaExceeded);
    assertThat(told.getPauseForMillis()).isGreaterThan(NEARLY_A_DAY_MILLIS);
  }

  private void expectResumed(long producerId) throws IOException {
    CommandThrottleProducer told = told();
    while (told.getProducerId() != producerId || told.getPauseForMillis() != 0) {
      told = told();
    }
    assertThat(told.getThrottlingReason())
        .isEqualTo(ThrottlingReason.ResourceGroupProduceQuotaExceeded);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldTellEveryTopicOfTheGroupWhyAndForHowLong() throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);

    expectPaused(1);
    expectPaused(2);

    assertThat(limited.heldFrames()).isZero();
    assertThat(limited.producer(1).throttle().orElseThrow().origin())
        .isEqualTo(new PolicyKey.Group("gold"));
  }

  @Test
  void shouldTellWhoComesWhileTheGroupIsOverItsQuota() throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);
    expectPaused(1);
    expectPaused(2);

    client.send(Commands.producer(3, 77, NOISY));

    client.skipTo(BaseCommand.Type.PRODUCER_SUCCESS);
    expectPaused(3);
  }

  @Test
  void shouldTellEverybodyThatItIsOverWhenTheyAreDetached() throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);
    expectPaused(1);
    expectPaused(2);

    limited.detach(NAMESPACE);

    expectResumed(1);
    client.send(Commands.send(2, 0, 100));
    client.skipTo(BaseCommand.Type.SEND_RECEIPT);
  }

  /** What it sends may be the first to find out. */
  @Test
  void shouldWaitNoMoreIfAFrameFindsTheOtherGroupBeforeTheConnectionHearsOfIt() throws Exception {
    limited.group("silver", 10_000_000);
    LimitedGateway.useUpTheLimit(client, 1);
    expectPaused(1);
    expectPaused(2);
    ResourceGroups groups = limited.gateway.node().groups();
    CountDownLatch passed = new CountDownLatch(1);
    for (int i = 0;
        i < 100;
        i++) { // they have no order: most likely one comes before the connection
      groups.listen(() -> await(passed));
    }
    int version = groups.version();

    limited.policies.put(PolicyKind.MEMBERSHIP, NAMESPACE, new Membership("silver"));
    Gateways.until("it is seen", () -> groups.version() != version);
    client.send(Commands.send(1, 1, 100));
    Gateways.until("it passes", () -> limited.published(1).contains(1L));
    passed.countDown();

    Gateways.until("it waits no more", () -> limited.producer(1).throttle().isEmpty());
  }

  @Test
  void shouldTellThatItIsOverWhenTheQuotaIsRaised() throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);
    expectPaused(1);
    expectPaused(2);

    limited.group("gold", 10_000_000);

    expectResumed(1);
  }

  @Test
  void shouldTellTheNextReasonWhenTheFirstIsOver() throws Exception {
    limited.limitNow(NOISY, ONE_PER_SECOND);
    LimitedGateway.useUpTheLimit(client, 1);
    assertThat(told().getThrottlingReason()).isEqualTo(ThrottlingReason.TopicProduceQuotaExceeded);

    limited.limitNow(NOISY, PublishLimit.NONE);

    CommandThrottleProducer told = told();
    while (told.getProducerId() != 1) {
      told = told();
    }
    assertThat(told.getThrottlingReason())
        .isEqualTo(ThrottlingReason.ResourceGroupProduceQuotaExceeded);
    assertThat(told.getPauseForMillis()).isGreaterThan(NEARLY_A_DAY_MILLIS);
  }
}
