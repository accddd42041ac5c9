package io.sluice.gateway;

import static io.sluice.gateway.LimitedGateway.A_DAY_OF_MESSAGES;
import static io.sluice.gateway.LimitedGateway.NOISY;
import static io.sluice.gateway.LimitedGateway.ONE_PER_SECOND;
import static io.sluice.gateway.LimitedGateway.QUIET;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.internal.limit.ResourceGroup;
import io.sluice.gateway.view.ConnectionView;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.quota.Direction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A producer over its group's quota waits, whatever its topic and connection, and no other. */
class GroupHoldingTest {

  private static final String OUTSIDE = "persistent://public/other/outside";
  private static final PolicyKey NAMESPACE = PolicyKey.namespace("public/default");
  private static final PolicyKey TENANT = new PolicyKey.Tenant("public");
  private static final long PLENTY = 10_000_000;

  private LimitedGateway limited;
  private Peer client;

  @BeforeEach
  void start() throws Exception {
    limited = new LimitedGateway(PublishSettings.DEFAULT);
    limited.group("gold", 1);
    limited.group("silver", PLENTY);
    limited.attach(NAMESPACE, "gold");
    client = Peer.acceptedBy(limited.gateway);
    limited.open(client, 1, NOISY);
    limited.open(client, 2, QUIET);
    limited.open(client, 3, OUTSIDE);
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    limited.expectNothingLeft();
    limited.close();
  }

  /** Sends frames of the noisy producer; the first passes, all others are held. */
  private void push(int frames) throws Exception {
    LimitedGateway.useUpTheLimit(client, 1);
    for (int i = 1; i < frames; i++) {
      client.send(Commands.send(1, i, 100));
    }
    client.expect(BaseCommand.Type.SEND_RECEIPT);
    Gateways.until("frames are held", () -> limited.heldFrames(1) == frames - 1);
  }

  private void expectPublished(int frames) throws IOException {
    for (int i = 1; i < frames; i++) {
      assertThat(client.expect(BaseCommand.Type.SEND_RECEIPT).getSendReceipt().getSequenceId())
          .isEqualTo(i);
    }
    assertThat(limited.published(1)).isEqualTo(numbers(frames));
    assertThat(limited.producer(1).throttle()).isEmpty();
  }

  private static List<Long> numbers(int count) {
    return LongStream.range(0, count).boxed().toList();
  }

  private String waitsFor(long producerId) {
    return limited
        .producer(producerId)
        .throttle()
        .map(throttle -> throttle.origin().toString())
        .orElse("nothing");
  }

  @Test
  void shouldHoldAllTopicsAndConnectionsOfTheGroupAndNobodyElse() throws Exception {
    push(10);
    client.send(Commands.send(2, 0, 100));
    Gateways.until("the other topic is held", () -> limited.heldFrames(2) == 1);
    for (int i = 0; i < 100; i++) {
      client.send(Commands.send(3, i, 100));
      assertThat(client.expect(BaseCommand.Type.SEND_RECEIPT).getSendReceipt().getProducerId())
          .isEqualTo(3);
    }
    ConnectionView.ThrottleView throttle = limited.producer(2).throttle().orElseThrow();
    try (Peer other = Peer.acceptedBy(limited.gateway)) {
      limited.open(other, 4, QUIET);
      other.send(Commands.send(4, 0, 100));
      Gateways.until("another connection is held", () -> limited.heldFrames() == 11);
    }

    assertThat(throttle.origin()).isEqualTo(new PolicyKey.Group("gold"));
    assertThat(throttle.limit()).isEqualTo(PublishLimit.of(1, -1));
    assertThat(limited.counted("gold")).isEqualTo(A_DAY_OF_MESSAGES);
    assertThat(limited.group("gold").throttledNanos(Direction.PUBLISH)).isPositive();
    assertThat(limited.published(1)).containsExactly(0L);
    assertThat(limited.published(2)).isEmpty();
  }

  @Test
  void shouldPublishInOrderAndCountNoMoreWhenDetached() throws Exception {
    push(1000);

    limited.detach(NAMESPACE);

    expectPublished(1000);
    assertThat(limited.counted("gold")).isEqualTo(A_DAY_OF_MESSAGES);
  }

  @Test
  void shouldGoOnInTheGroupThatItIsMovedToAndKeepTheDebtOfTheOther() throws Exception {
    push(100);

    limited.attach(NAMESPACE, "silver");

    expectPublished(100);
    assertThat(limited.counted("gold")).isEqualTo(A_DAY_OF_MESSAGES);
    assertThat(limited.counted("silver")).isEqualTo(99);
    limited.attach(NAMESPACE, "gold");
    client.send(Commands.send(2, 0, 100));
    Gateways.until("it is held", () -> limited.heldFrames(2) == 1);
  }

  @Test
  void shouldGoOnWhenItsGroupIsDeleted() throws Exception {
    push(100);

    limited.deleteGroup("gold");

    expectPublished(100);
  }

  @Test
  void shouldBeginToHoldWhenAttached() throws Exception {
    limited.open(client, 4, OUTSIDE);
    LimitedGateway.useUpTheLimit(client, 1);
    client.expect(BaseCommand.Type.SEND_RECEIPT);
    client.send(Commands.send(4, 0, 100));
    client.expect(BaseCommand.Type.SEND_RECEIPT);

    limited.attach(PolicyKey.namespace("public/other"), "gold");
    client.send(Commands.send(4, 1, 100));

    Gateways.until("it is held", () -> limited.heldFrames(4) == 1);
    assertThat(limited.counted("gold")).isEqualTo(A_DAY_OF_MESSAGES);
  }

  @Test
  void shouldGoOnWhenTheQuotaIsRaised() throws Exception {
    push(100);

    limited.group("gold", PLENTY);

    expectPublished(100);
    assertThat(limited.counted("gold")).isEqualTo(A_DAY_OF_MESSAGES + 99);
  }

  @Test
  void shouldKeepToTheGroupsOfBothItsNamespaceAndItsTenant() throws Exception {
    limited.attach(NAMESPACE, "silver");
    limited.attach(TENANT, "gold");
    push(100);
    client.send(Commands.send(3, 0, 100)); // of the tenant, too
    Gateways.until("it is held", () -> limited.heldFrames(3) == 1);
    Gateways.until("it waits for gold", () -> waitsFor(1).equals("group gold"));
    assertThat(limited.counted("silver")).isEqualTo(A_DAY_OF_MESSAGES);

    limited.group("gold", PLENTY);

    for (int i = 0; i < 100; i++) {
      client.expect(BaseCommand.Type.SEND_RECEIPT);
    }
    assertThat(limited.counted("silver")).isEqualTo(A_DAY_OF_MESSAGES + 99);
    assertThat(limited.counted("gold")).isEqualTo(A_DAY_OF_MESSAGES + 100);
  }

  @Test
  void shouldCountOnceInAGroupOfBothItsNamespaceAndItsTenant() throws Exception {
    limited.attach(NAMESPACE, "silver");
    limited.attach(TENANT, "silver");

    for (int i = 0; i < 10; i++) {
      client.send(Commands.sendBatch(1, i, 7, 100));
      client.expect(BaseCommand.Type.SEND_RECEIPT);
    }

    assertThat(limited.counted("silver")).isEqualTo(70);
  }

  @Test
  void shouldKeepToTheTopicsLimitWithinTheGroups() throws Exception {
    limited.attach(NAMESPACE, "silver");
    limited.limitNow(NOISY, ONE_PER_SECOND);
    push(100);
    assertThat(waitsFor(1)).isEqualTo("topic " + NOISY);
    assertThat(limited.counted("silver")).isEqualTo(A_DAY_OF_MESSAGES);
    client.send(Commands.send(2, 0, 100));
    client.expect(BaseCommand.Type.SEND_RECEIPT);

    limited.limitNow(NOISY, PublishLimit.NONE);

    expectPublished(100);
    assertThat(limited.counted("silver")).isEqualTo(A_DAY_OF_MESSAGES + 100);
  }

  @Test
  void shouldWaitForOneLimitAfterTheOther() throws Exception {
    limited.attach(TENANT, "bronze");
    limited.group("bronze", 1);
    limited.limitNow(NOISY, ONE_PER_SECOND);
    push(100);
    assertThat(waitsFor(1)).isEqualTo("topic " + NOISY);

    limited.limitNow(NOISY, PublishLimit.NONE);
    Gateways.until("it waits for the next", () -> waitsFor(1).equals("group gold"));
    limited.group("gold", PLENTY);
    Gateways.until("it waits for the last", () -> waitsFor(1).equals("group bronze"));
    assertThat(limited.published(1)).containsExactly(0L);
    limited.group("bronze", PLENTY);

    expectPublished(100);
    assertThat(limited.counted("gold")).isEqualTo(A_DAY_OF_MESSAGES + 99);
    assertThat(limited.counted("bronze")).isEqualTo(A_DAY_OF_MESSAGES + 99);
  }

  @Test
  void shouldLeaveNobodyInTheQueuesOfAClientThatIsGone() throws Exception {
    push(100);

    client.hangUp();

    limited.expectNothingLeft();
    ResourceGroup gold = limited.group("gold");
    Gateways.until("no producer waits", () -> gold.publish().waiting() == 0);
    long[] held = {0};
    Gateways.until("nor counts as one who does", () -> {
      long before = held[0];
      held[0] = gold.throttledNanos(Direction.PUBLISH);
      return held[0] == before;
    });
  }

  @Test
  void shouldCountEveryMessageOnceWhileGroupsChangeUnderTraffic() throws Exception {
    int frames = 20_000;
    limited.group("bronze", 2000);
    limited.attach(NAMESPACE, "bronze");
    limited.attach(TENANT, "silver");
    Thread sender = new Thread(() -> send(frames), "sender");
    sender.start();
    long receipts = 0;
    String[] groups = {"bronze", "brass"};
    limited.group("brass", 3000);
    for (int i = 0; receipts < frames; i++) {
      if (i % 200 == 0) {
        limited.attach(NAMESPACE, groups[i / 200 % 2]);
      }
      if (receipts == frames / 2) {
        limited.group("bronze", PLENTY);
        limited.group("brass", PLENTY);
      }
      assertThat(client.expect(BaseCommand.Type.SEND_RECEIPT).getSendReceipt().getSequenceId())
          .isEqualTo(receipts);
      receipts++;
    }
    sender.join();

    assertThat(limited.counted("bronze")).isPositive();
    assertThat(limited.counted("brass")).isPositive();
    assertThat(limited.counted("bronze") + limited.counted("brass")).isEqualTo(frames);
    assertThat(limited.counted("silver")).isEqualTo(frames);
  }

  private void send(int frames) {
    try {
      for (int i = 0; i < frames; i++) {
        client.send(Commands.send(1, i, 10));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
