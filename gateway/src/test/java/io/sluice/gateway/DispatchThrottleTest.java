package io.sluice.gateway;

import static io.sluice.gateway.LimitedGateway.NOISY;
import static io.sluice.gateway.LimitedGateway.QUIET;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.testing.Seeds;
import io.sluice.gateway.config.PublishSettings;
import io.sluice.gateway.internal.limit.DispatchLimiter;
import io.sluice.gateway.internal.limit.TopicPublishLimiter;
import io.sluice.gateway.view.ConnectionView.ConsumerView;
import io.sluice.gateway.view.ConnectionView.WithheldView;
import io.sluice.policy.DispatchLimit;
import io.sluice.policy.GroupQuota;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.ServerError;
import io.sluice.quota.Direction;
import io.sluice.quota.QuotaDimension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Collection;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a connection does about permits, by what its broker hears. */
class DispatchThrottleTest {

  private static final DispatchLimit ONE_PER_SECOND = DispatchLimit.of(1, 0);

  /** After that many at once the limit lets nothing more through while any test runs. */
  private static final int MANY_MINUTES_OF_MESSAGES = 1000;

  private static final int GIVEN = 100_000;

  private LimitedGateway limited;
  private Peer client;
  private Peer broker;

  @BeforeEach
  void start() throws IOException {
    limited = new LimitedGateway(PublishSettings.DEFAULT);
    client = Peer.acceptedBy(limited.gateway);
    broker = limited.broker.clients().get(0);
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    Gateways.until("no permits are withheld for the closed client", () -> limited.withheld() == 0);
    Gateways.until(
        "no waiter left", () -> limited.gateway.node().dispatchLimits().limiters().stream()
            .allMatch(rate -> rate.waiting() == 0));
    limited.close();
  }

  /** A consumer of a topic with a limit, which owes so much that it gets no more permits. */
  private void throttle(long consumerId) throws Exception {
    limited.dispatch(NOISY, ONE_PER_SECOND);
    limited.subscribe(client, consumerId, NOISY);
    client.send(Commands.flow(consumerId, GIVEN));
    Gateways.until("the broker has a permit", () -> limited.permits(consumerId) == 1);
    broker.send(Commands.batch(consumerId, MANY_MINUTES_OF_MESSAGES));
    client.expect(BaseCommand.Type.MESSAGE);
    broker.send(Commands.batch(consumerId, MANY_MINUTES_OF_MESSAGES));
    client.expect(BaseCommand.Type.MESSAGE);
    Gateways.until("it waits", () -> consumer(consumerId).withheld().isPresent());
  }

  private void give(long consumerId, int permits) {
    try {
      client.send(Commands.flow(consumerId, permits));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ConsumerView consumer(long consumerId) {
    return limited.connection().consumers().stream()
        .filter(consumer -> consumer.id() == consumerId)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldPassPermitsOfConsumersWithoutLimits() throws Exception {
    throttle(1);
    limited.subscribe(client, 2, QUIET);

    client.send(Commands.flow(2, 1000));

    Gateways.until("the broker hears of it", () -> limited.permits(2) == 1000);
    assertThat(consumer(2).withheld()).isEmpty();
  }

  @Test
  void shouldCountWhatEachConsumerGetsWithALimitAndWithout() throws Exception {
    throttle(1);
    limited.subscribe(client, 2, QUIET);
    limited.subscribe(client, 3, QUIET);
    byte[] batch = Commands.batch(2, 50);
    byte[] single = Commands.message(2, 30);

    broker.send(batch);
    broker.send(single);
    broker.send(Commands.message(77, 30)); // for a consumer that is not subscribed
    for (int i = 0; i < 3; i++) {
      client.expect(BaseCommand.Type.MESSAGE);
    }

    assertThat(consumer(2).messages()).isEqualTo(51);
    assertThat(consumer(2).bytes()).isEqualTo(body(batch) + body(single));
    assertThat(consumer(3).messages()).isZero();
    assertThat(consumer(3).bytes()).isZero();
    assertThat(consumer(1).messages()).isEqualTo(2 * MANY_MINUTES_OF_MESSAGES);
    assertThat(consumer(1).bytes())
        .isEqualTo(2L * body(Commands.batch(1, MANY_MINUTES_OF_MESSAGES)));
  }

  /** Of what follows the command, as of what is published. */
  private static int body(byte[] frame) {
    return frame.length - 8 - ByteBuffer.wrap(frame).getInt(4);
  }

  @Test
  void shouldCountFromNothingWhenAClientSubscribesAgain() throws Exception {
    limited.subscribe(client, 1, QUIET);
    broker.send(Commands.batch(1, 50));
    client.expect(BaseCommand.Type.MESSAGE);
    assertThat(consumer(1).messages()).isEqualTo(50);

    client.send(Commands.closeConsumer(1, 70));
    client.expect(BaseCommand.Type.SUCCESS);
    limited.subscribe(client, 1, QUIET);

    assertThat(consumer(1).messages()).isZero();
    assertThat(consumer(1).bytes()).isZero();
  }

  @Test
  void shouldSayWhatIsWithheldForWhichLimitSinceWhen() throws Exception {
    throttle(1);
    Gateways.until( // the last permits that were passed on are still on their way to the broker
        "the broker has what is not withheld",
        () -> consumer(1).withheld().orElseThrow().permits() + limited.permits(1) == GIVEN);

    WithheldView withheld = consumer(1).withheld().orElseThrow();

    assertThat(withheld.kind()).isEqualTo(PolicyKind.DISPATCH);
    assertThat(withheld.origin()).isEqualTo(PolicyKey.topic(NOISY));
    assertThat(withheld.since()).isBefore(Instant.now());
    assertThat(limited.withheld()).isEqualTo(withheld.permits());
  }

  @Test
  void shouldReleaseEverythingWhenTheLimitIsGone() throws Exception {
    throttle(1);

    limited
        .policies
        .remove(PolicyKind.DISPATCH, PolicyKey.topic(NOISY))
        .toCompletableFuture()
        .join();

    Gateways.until("the broker has all permits", () -> limited.permits(1) == GIVEN);
    client.send(Commands.flow(1, 77));
    Gateways.until("and more", () -> limited.permits(1) == GIVEN + 77);
    assertThat(consumer(1).withheld()).isEmpty();
  }

  @Test
  void shouldLimitConsumersThatWereThereBefore() throws Exception {
    limited.subscribe(client, 1, NOISY);
    client.send(Commands.flow(1, 100));
    Gateways.until("it passes", () -> limited.permits(1) == 100);

    limited.dispatch(NOISY, ONE_PER_SECOND);
    Gateways.until("the limit is there", () -> {
      give(1, GIVEN);
      return limited.withheld() > 0;
    });
  }

  @Test
  void shouldForgetPermitsWhenTheClientClosesTheConsumer() throws Exception {
    throttle(1);
    client.send(Commands.closeConsumer(1, 70));
    client.expect(BaseCommand.Type.SUCCESS);
    expectFreshStart();
  }

  @Test
  void shouldForgetPermitsWhenTheBrokerClosesTheConsumer() throws Exception {
    throttle(1);
    broker.send(Commands.closeConsumer(1, 70));
    client.expect(BaseCommand.Type.CLOSE_CONSUMER);
    expectFreshStart();
  }

  @Test
  void shouldForgetPermitsWhenTheClientUnsubscribes() throws Exception {
    throttle(1);
    client.send(Commands.unsubscribe(1, 70));
    client.expect(BaseCommand.Type.SUCCESS);
    expectFreshStart();
  }

  private void expectFreshStart() throws Exception {
    assertThat(limited.withheld()).isZero();
    limited.dispatch(NOISY, DispatchLimit.of(1_000_000, 0));
    limited.subscribe(client, 1, NOISY);
    long before = limited.permits(1);
    client.send(Commands.flow(1, 3));
    Gateways.until("it has one to begin with", () -> limited.permits(1) == before + 1);
    assertThat(limited.withheld()).isEqualTo(2);
  }

  @Test
  void shouldForgetPermitsWhenTheClientSubscribesAgain() throws Exception {
    throttle(1);
    limited.subscribe(client, 1, NOISY);
    assertThat(limited.withheld()).isZero();
    long before = limited.permits(1);

    client.send(Commands.flow(1, 500));
    limited.dispatch(NOISY, DispatchLimit.of(0, 0));

    Gateways.until("the new ones are there", () -> limited.permits(1) == before + 500);
  }

  /** So that no consumer evades a limit by being quicker than the broker. */
  @Test
  void shouldLimitAConsumerThatSubscribesAgainBeforeTheBrokerClosesIt() throws Exception {
    limited.dispatch(NOISY, ONE_PER_SECOND);
    limited.subscribe(client, 1, NOISY);
    limited.answers = false;
    client.send(Commands.subscribe(1, 70, NOISY));
    Gateways.until(
        "the broker has heard of it",
        () -> limited.broker.receivedOf(BaseCommand.Type.SUBSCRIBE).size() == 2);
    broker.send(Commands.closeConsumer(1, 71));
    broker.send(Commands.success(70));
    client.expect(BaseCommand.Type.CLOSE_CONSUMER);
    client.expect(BaseCommand.Type.SUCCESS);

    client.send(Commands.flow(1, GIVEN));

    Gateways.until("it has a permit", () -> limited.permits(1) > 0);
    assertThat(limited.permits(1)).isEqualTo(1);
    assertThat(limited.withheld()).isEqualTo(GIVEN - 1);
  }

  @Test
  void shouldRefuseAConsumerThatIsBeingOpenedAlready() throws Exception {
    limited.answers = false;
    client.send(Commands.subscribe(1, 7, NOISY));
    client.send(Commands.subscribe(1, 8, NOISY));

    var error = client.expect(BaseCommand.Type.ERROR).getError();

    assertThat(error.getRequestId()).isEqualTo(8);
    assertThat(error.getError()).isEqualTo(ServerError.ServiceNotReady);
  }

  @Test
  void shouldWithholdForAGroupAndCountThere() throws Exception {
    limited.set(PolicyKind.GROUP, new PolicyKey.Group("g"), new GroupQuota(-1, -1, -1, -1));
    limited.attach(PolicyKey.namespace("public/default"), "g");
    limited.subscribe(client, 1, NOISY);
    limited.set(PolicyKind.GROUP, new PolicyKey.Group("g"), new GroupQuota(10, -1, -1, -1));
    limited.set(PolicyKind.GROUP, new PolicyKey.Group("g"), new GroupQuota(10, -1, 1, -1));
    Gateways.until("the limit is there", () -> {
      give(1, GIVEN);
      return limited.withheld() > 0;
    });

    Gateways.until(
        "so is this node's share", () -> limited.group("g").dispatch().isLimited());
    for (int i = 0; i < 2; i++) {
      broker.send(Commands.batch(1, 50));
      client.expect(BaseCommand.Type.MESSAGE);
    }

    Gateways.until("it waits", () -> consumer(1).withheld().isPresent());
    assertThat(consumer(1).withheld().orElseThrow().kind()).isEqualTo(PolicyKind.GROUP);
    Gateways.until(
        "that is known", () -> limited.group("g").throttledNanos(Direction.DISPATCH) > 0);
    assertThat(limited.group("g").throttledNanos(Direction.PUBLISH)).isZero();
    client.send(Commands.closeConsumer(1, 70));
    client.expect(BaseCommand.Type.SUCCESS);
    assertThat(limited.group("g").count(QuotaDimension.DISPATCH_MESSAGES)).isEqualTo(100);
  }

  @Test
  void shouldLetAConsumerGoWhenItsGroupIsDeleted() throws Exception {
    limited.set(PolicyKind.GROUP, new PolicyKey.Group("g"), new GroupQuota(-1, -1, 1, -1));
    limited.attach(PolicyKey.namespace("public/default"), "g");
    limited.subscribe(client, 1, NOISY);
    client.send(Commands.flow(1, 10));
    Gateways.until("permits are withheld", () -> limited.withheld() == 9);

    limited.deleteGroup("g");

    Gateways.until("the broker has all permits", () -> limited.permits(1) == 10);
  }

  @Test
  void shouldAddWhatIsPublishedWhereALimitIsRelativeToThat() throws Exception {
    limited.dispatch(NOISY, new DispatchLimit(1, 0, true, 1));
    limited.subscribe(client, 1, NOISY);
    limited.open(client, 2, NOISY);
    DispatchLimiter rate =
        limited.gateway.node().dispatchLimits().limiters().iterator().next();
    assertThat(rate.rates().messages().tokens()).isEqualTo(1);

    long[] sequence = {0};
    Gateways.until("the rate follows", () -> {
      try {
        client.send(Commands.sendBatch(2, sequence[0]++, 10, 100));
        client.expect(BaseCommand.Type.SEND_RECEIPT);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return rate.rates().messages().tokens() > 20;
    });
    Gateways.until("also down", () -> rate.rates().messages().tokens() == 1);
  }

  @Test
  void shouldAddWhatIsPublishedToEachLimitThatIsRelativeToThatAndCountItNoLongerThanThat()
      throws Exception {
    DispatchLimit relative = new DispatchLimit(1, 0, true, 1);
    limited.dispatch(NOISY, relative);
    limited.policies.put(PolicyKind.SUBSCRIPTION_DISPATCH, PolicyKey.topic(NOISY), relative);
    limited.subscribe(client, 1, NOISY);
    limited.open(client, 2, NOISY);
    Collection<DispatchLimiter> rates = limited.gateway.node().dispatchLimits().limiters();
    assertThat(rates).hasSize(2);
    TopicPublishLimiter topic =
        limited.gateway.node().publishLimits().topics().iterator().next();

    long[] sequence = {0};
    Gateways.until("both rates follow", () -> {
      try {
        client.send(Commands.sendBatch(2, sequence[0]++, 10, 100));
        client.expect(BaseCommand.Type.SEND_RECEIPT);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return rates.stream().allMatch(rate -> rate.rates().messages().tokens() > 20);
    });
    assertThat(topic.isMetered()).isTrue();
    limited.dispatch(NOISY, ONE_PER_SECOND);
    limited.policies.put(PolicyKind.SUBSCRIPTION_DISPATCH, PolicyKey.topic(NOISY), ONE_PER_SECOND);
    Gateways.until("no limit needs the publish rate any more", () -> !topic.isMetered());
  }

  /** With what is under way on both sides arrived, not one is missing, and none is too many. */
  @Test
  void shouldConservePermitsWhateverHappens() {
    Seeds.forEach(3, random -> {
      try {
        conserve(random);
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
  }

  private void conserve(Random random) throws Exception {
    int consumers = 4;
    long[] given = new long[consumers];
    long[] before = new long[consumers];
    for (int id = 0; id < consumers; id++) {
      limited.subscribe(client, id, id % 2 == 0 ? NOISY : QUIET);
      before[id] = limited.permits(id);
    }
    long sent = 0;
    for (int step = 0; step < 300; step++) {
      int id = random.nextInt(consumers);
      switch (random.nextInt(6)) {
        case 0, 1 -> {
          int permits = 1 + random.nextInt(100);
          given[id] += permits;
          client.send(Commands.flow(id, permits));
        }
        case 2, 3, 4 -> {
          broker.send(Commands.batch(id, 1 + random.nextInt(3)));
          sent++;
        }
        default ->
          limited.dispatch(
              random.nextBoolean() ? NOISY : QUIET,
              DispatchLimit.of(random.nextInt(1000), random.nextInt(3) * 10_000L));
      }
    }
    for (long i = 0; i < sent; i++) {
      client.expect(BaseCommand.Type.MESSAGE);
    }
    Gateways.until("released and withheld permits are those that were given", () -> {
      long released = 0;
      for (int id = 0; id < consumers; id++) {
        released += limited.permits(id) - before[id];
      }
      long all = 0;
      for (long each : given) {
        all += each;
      }
      return released + limited.withheld() == all;
    });
    limited.dispatch(NOISY, DispatchLimit.of(0, 0));
    limited.dispatch(QUIET, DispatchLimit.of(0, 0));
    for (int i = 0; i < consumers; i++) {
      int id = i;
      Gateways.until(
          "all permits are with the broker", () -> limited.permits(id) - before[id] == given[id]);
    }
    assertThat(limited.broker.receivedOf(BaseCommand.Type.FLOW))
        .allMatch(flow -> flow.getFlow().getMessagePermits() > 0);
    for (int id = 0; id < consumers; id++) {
      client.send(Commands.closeConsumer(id, 1000 + id));
      client.expect(BaseCommand.Type.SUCCESS);
    }
  }
}
