package io.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.sluice.gateway.config.ConnectionLimits;
import io.sluice.gateway.internal.session.GatewayMetrics;
import io.sluice.gateway.view.ConnectionView.ProducerView;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.ServerError;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RelayTest {

  private static final Duration QUICK_KEEP_ALIVE = Duration.ofMillis(200);
  private static final ConnectionLimits LIMITS = ConnectionLimits.DEFAULT;

  @Test
  void shouldAnswerKeepAliveItself() throws Exception {
    try (ScriptedBroker broker = ScriptedBroker.accepting((client, command) -> {});
        Gateway gateway = Gateways.before(broker);
        Peer client = Peer.acceptedBy(gateway)) {
      client.send(Commands.ping());
      client.expect(BaseCommand.Type.PONG);

      assertThat(broker.receivedOf(BaseCommand.Type.PING)).isEmpty();
    }
  }

  @Test
  void shouldAskBothSidesWhetherTheyAreThereAndDropWhoIsNot() throws Exception {
    try (ScriptedBroker broker = ScriptedBroker.accepting((client, command) -> {});
        Gateway gateway = Gateways.before(broker, LIMITS, QUICK_KEEP_ALIVE);
        Peer client = Peer.acceptedBy(gateway)) {
      BaseCommand last = client.lastBeforeClose();

      assertThat(last).isNotNull().satisfies(ping -> assertThat(ping.getType())
          .isEqualTo(BaseCommand.Type.PING));
      assertThat(broker.receivedOf(BaseCommand.Type.PING)).isNotEmpty();
    }
  }

  @Test
  void shouldKeepThoseWhoAnswer() throws Exception {
    try (ScriptedBroker broker = ScriptedBroker.accepting((client, command) -> {
          if (command.getType() == BaseCommand.Type.PING) {
            client.send(pong());
          }
        });
        Gateway gateway = Gateways.before(broker, LIMITS, QUICK_KEEP_ALIVE);
        Peer client = Peer.acceptedBy(gateway)) {
      for (int i = 0; i < 6; i++) {
        assertThat(client.receive().getType()).isEqualTo(BaseCommand.Type.PING);
        client.send(pong());
      }
      assertThat(Gateways.connections(gateway)).hasSize(1);
    }
  }

  @Test
  void shouldReadNoMoreThanTheOtherSideTakesAndLoseNothing() throws Exception {
    int frames = 2_000;
    AtomicInteger written = new AtomicInteger();
    AtomicBoolean done = new AtomicBoolean();
    try (ScriptedBroker broker = ScriptedBroker.accepting((client, command) -> {});
        Gateway gateway = Gateways.before(broker, LIMITS, QUICK_KEEP_ALIVE);
        Peer client = Peer.acceptedBy(gateway)) {
      Peer brokersEnd = broker.clients().get(0);
      Thread dispatching = start(() -> {
        for (int i = 0; i < frames; i++) {
          brokersEnd.send(Commands.message(1, 20_000));
          written.incrementAndGet();
        }
      });
      Thread pinging = start(() -> {
        while (!done.get()) {
          client.send(Commands.ping());
          Thread.sleep(20);
        }
      });

      // The client reads nothing: the broker is stopped by what sockets and gateway hold at most.
      untilStill(written);
      assertThat(written.get()).isLessThan(frames / 2);
      GatewayMetrics metrics = gateway.node().metrics();
      assertThat(metrics.clients().unwritable()).isEqualTo(1);
      assertThat(metrics.clients().pendingWriteBytes()).isPositive();
      assertThat(metrics.brokers().unwritable()).isZero();
      // The broker is not read, so it is told all the time that the gateway is there.
      int pongs = broker.receivedOf(BaseCommand.Type.PONG).size();
      Gateways.until(
          "the broker hears that the gateway is there",
          () -> broker.receivedOf(BaseCommand.Type.PONG).size() > pongs + 2);

      int got = 0;
      while (got < frames) {
        got += client.receive().getType() == BaseCommand.Type.MESSAGE ? 1 : 0;
      }
      done.set(true);
      dispatching.join();
      pinging.join();
      assertThat(written.get()).isEqualTo(frames);
      Gateways.until(
          "the client has taken all of it", () -> metrics.clients().pendingWriteBytes() == 0);
      assertThat(metrics.clients().unwritable()).isZero();
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  private static Thread start(Work work) {
    Thread thread = new Thread(() -> {
      try {
        work.run();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
    thread.start();
    return thread;
  }

  private static void untilStill(AtomicInteger counter) throws InterruptedException {
    int[] last = {-1};
    int[] same = {0};
    Gateways.until("nothing moves", () -> {
      same[0] = counter.get() == last[0] ? same[0] + 1 : 0;
      last[0] = counter.get();
      return same[0] > 60;
    });
  }

  @Test
  void shouldReadNoMoreOfAClientThanTheBrokerTakes() throws Exception {
    int frames = 3_000;
    AtomicInteger written = new AtomicInteger();
    CountDownLatch brokerReads = new CountDownLatch(1);
    try (ScriptedBroker broker = ScriptedBroker.opening((peer, command) -> {
          if (command.getType() == BaseCommand.Type.SEND) {
            try {
              brokerReads.await();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
            peer.send(Commands.receipt(1, command.getSend().getSequenceId()));
          }
        });
        Gateway gateway = Gateways.before(broker);
        Peer client = Peer.acceptedBy(gateway)) {
      client.send(Commands.producer(1, 1));
      client.expect(BaseCommand.Type.PRODUCER_SUCCESS);
      Thread publishing = start(() -> {
        for (int i = 0; i < frames; i++) {
          client.send(Commands.send(1, i, 20_000));
          written.incrementAndGet();
        }
      });

      untilStill(written);
      assertThat(written.get()).isLessThan(frames / 2);
      GatewayMetrics metrics = gateway.node().metrics();
      assertThat(metrics.brokers().unwritable()).isEqualTo(1);
      assertThat(metrics.brokers().pendingWriteBytes()).isPositive();

      brokerReads.countDown();
      Gateways.until(
          "everything has arrived",
          () -> broker.received().size() == frames + 2); // CONNECT, PRODUCER
      publishing.join();
      client.hangUp();
      Gateways.until(
          "the session has ended", () -> gateway.node().sessions().all().isEmpty());
      assertThat(metrics.brokers().unwritable()).isZero();
      assertThat(metrics.brokers().pendingWriteBytes()).isZero();
    }
  }

  @Test
  void shouldRefuseProducersBeyondTheLimitAndKeepTheOthers() throws Exception {
    ConnectionLimits one =
        new ConnectionLimits(10, 10, LIMITS.handshakeTimeout(), LIMITS.maxFrameBytes(), 10, 1);
    try (ScriptedBroker broker = ScriptedBroker.accepting((client, command) ->
            client.send(Commands.producerSuccess(command.getProducer().getRequestId())));
        Gateway gateway = Gateways.before(broker, one);
        Peer client = Peer.acceptedBy(gateway)) {
      client.send(Commands.producer(1, 1));
      client.expect(BaseCommand.Type.PRODUCER_SUCCESS);
      client.send(Commands.producer(2, 2));

      BaseCommand refusal = client.expect(BaseCommand.Type.ERROR);

      assertThat(refusal.getError().getRequestId()).isEqualTo(2);
      assertThat(refusal.getError().getError()).isEqualTo(ServerError.TooManyRequests);
      assertThat(Gateways.connections(gateway).get(0).producers())
          .extracting(ProducerView::id, ProducerView::name)
          .containsExactly(tuple(1L, "p-1"));
    }
  }

  @Test
  void shouldTurnAwayConnectionsBeyondTheLimits() throws Exception {
    ConnectionLimits two =
        new ConnectionLimits(3, 2, LIMITS.handshakeTimeout(), LIMITS.maxFrameBytes(), 10, 10);
    try (ScriptedBroker broker = ScriptedBroker.accepting((client, command) -> {});
        Gateway gateway = Gateways.before(broker, two);
        Peer first = Peer.acceptedBy(gateway);
        Peer second = Peer.acceptedBy(gateway)) {
      try (Peer third = Peer.connectedTo(gateway)) {
        assertThat(third.lastBeforeClose()).isNull();
      }
      second.hangUp();
      Gateways.until("its place is free", () -> Gateways.connections(gateway).size() == 1);

      Peer.acceptedBy(gateway).hangUp();

      first.send(Commands.ping());
      first.expect(BaseCommand.Type.PONG);
    }
  }

  @Test
  void shouldWaitForTheAnswersToWhatWasPublishedBeforeItGoesDown() throws Exception {
    try (ScriptedBroker broker = ScriptedBroker.accepting((client, command) -> {
          if (command.getType() == BaseCommand.Type.PRODUCER) {
            client.send(Commands.producerSuccess(command.getProducer().getRequestId()));
          }
        });
        Gateway gateway = Gateways.before(broker);
        Peer client = Peer.acceptedBy(gateway);
        Peer idle = Peer.acceptedBy(gateway)) {
      client.send(Commands.producer(1, 1));
      client.expect(BaseCommand.Type.PRODUCER_SUCCESS);
      client.send(Commands.send(1, 0, 100));
      client.send(Commands.send(1, 1, 100));
      Gateways.until(
          "both were passed", () -> broker.receivedOf(BaseCommand.Type.SEND).size() == 2);

      var drained = gateway.drain(Duration.ofSeconds(60)).toCompletableFuture();

      assertThat(idle.lastBeforeClose()).isNull();
      assertThat(gateway.notReadyBecause()).contains("the node is going down");
      assertThat(drained).isNotDone();
      broker.clients().get(0).send(Commands.receipt(1, 0));
      client.expect(BaseCommand.Type.SEND_RECEIPT);
      assertThat(drained).isNotDone();
      broker.clients().get(0).send(Commands.receipt(1, 1));
      client.expect(BaseCommand.Type.SEND_RECEIPT);
      assertThat(client.lastBeforeClose()).isNull();
      Gateways.until("the gateway is empty", drained::isDone);
    }
  }

  @Test
  void shouldNotWaitForeverForABrokerThatDoesNotAnswer() throws Exception {
    try (ScriptedBroker broker = ScriptedBroker.opening((client, command) -> {});
        Gateway gateway = Gateways.before(broker);
        Peer client = Peer.acceptedBy(gateway)) {
      client.send(Commands.producer(1, 1));
      client.expect(BaseCommand.Type.PRODUCER_SUCCESS);
      client.send(Commands.send(1, 0, 100));
      Gateways.until(
          "it was passed", () -> broker.receivedOf(BaseCommand.Type.SEND).size() == 1);

      gateway.drain(Duration.ofMillis(100)).toCompletableFuture().join();

      assertThat(client.lastBeforeClose()).isNull();
    }
  }

  private static BaseCommand pong() {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.PONG);
    command.setPong();
    return command;
  }
}
