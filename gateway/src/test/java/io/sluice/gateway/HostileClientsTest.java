package io.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sluice.core.testing.Seeds;
import io.sluice.gateway.config.ConnectionLimits;
import io.sluice.protocol.Frames;
import io.sluice.protocol.wire.BaseCommand;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever some clients do, the others notice nothing, and nothing of it stays. */
class HostileClientsTest {

  private static final int FLOOD = 10_000;
  private static final int AT_A_TIME = 500;

  /** Connections of noise; the long form is run with -Dsluice.fuzz.inputs=1000000. */
  private static final int FUZZ_CONNECTIONS =
      Integer.getInteger("sluice.fuzz.inputs", 20_000) / 100;

  private ScriptedBroker broker;
  private Gateway gateway;
  private Peer witness;

  @BeforeEach
  void start() throws IOException {
    broker = ScriptedBroker.accepting((client, command) -> {
      if (command.getType() == BaseCommand.Type.PRODUCER) {
        client.send(Commands.producerSuccess(command.getProducer().getRequestId()));
      } else if (command.getType() == BaseCommand.Type.SEND) {
        client.send(Commands.receipt(
            command.getSend().getProducerId(), command.getSend().getSequenceId()));
      }
    });
    gateway = Gateways.before(broker);
    witness = Peer.acceptedBy(gateway);
    witness.send(Commands.producer(1, 1));
    witness.expect(BaseCommand.Type.PRODUCER_SUCCESS);
  }

  @AfterEach
  void stop() throws IOException {
    witness.close();
    gateway.close();
    broker.close();
  }

  @Test
  void shouldOutliveTenThousandConnectionsThatAreOpenedAndDropped() throws Exception {
    long before = directMemory();
    List<Socket> open = new ArrayList<>();
    for (int i = 0; i < FLOOD; i++) {
      Socket socket = connect();
      if (i % 3 == 0) {
        socket.getOutputStream().write(ByteBufUtil.getBytes(Frames.of(Commands.connect()), 0, 10));
      } else if (i % 3 == 1) {
        socket.setSoLinger(true, 0); // a reset instead of an orderly end
      }
      open.add(socket);
      if (open.size() == AT_A_TIME) {
        drop(open);
        assertThatWitnessIsServed(i);
      }
    }
    drop(open);

    Gateways.until(
        "only the witness is left", () -> Gateways.connections(gateway).size() == 1);
    System.out.printf("direct memory: %d bytes before, %d after%n", before, directMemory());
    assertThat(before).isPositive();
    assertThat(directMemory() - before).isLessThan(64 << 20);
  }

  @Test
  void shouldCloseWhoeverSendsNoiseAndNobodyElse() {
    Seeds.forEach(FUZZ_CONNECTIONS, random -> {
      try (Socket socket = connect()) {
        if (random.nextBoolean()) {
          socket.getOutputStream().write(ByteBufUtil.getBytes(Frames.of(Commands.connect())));
        }
        byte[] noise = noise(random);
        socket.getOutputStream().write(noise);
        socket.shutdownOutput();
        socket.setSoTimeout(20_000);
        socket.getInputStream().readAllBytes(); // until the gateway has closed it
      } catch (SocketException resetInstead) {
        // as good as closed: the gateway had not read everything
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    });
    assertThatWitnessIsServed(FUZZ_CONNECTIONS);
  }

  @Test
  void shouldCloseWhoeverAnnouncesAFrameThatIsTooLarge() throws Exception {
    try (Peer hostile = Peer.acceptedBy(gateway)) {
      hostile.send(ByteBufUtil.getBytes(Unpooled.copyInt(6 << 20, 10)));

      assertThat(hostile.lastBeforeClose()).isNull();
    }
    assertThatWitnessIsServed(1);
  }

  @Test
  void shouldForgetWhoeverLeavesInTheMiddleOfAFrame() throws Exception {
    byte[] frame = Commands.send(1, 0, 10_000);
    try (Peer hostile = Peer.acceptedBy(gateway)) {
      hostile.send(Arrays.copyOf(frame, frame.length / 2));
    }

    Gateways.until(
        "only the witness is left", () -> Gateways.connections(gateway).size() == 1);
    assertThat(broker.receivedOf(BaseCommand.Type.SEND)).isEmpty();
    assertThatWitnessIsServed(1);
  }

  @Test
  void shouldPassNothingOfAProducerThatIsNotThereAndLeaveOtherWrongIdsToTheBroker()
      throws Exception {
    BaseCommand close = new BaseCommand().setType(BaseCommand.Type.CLOSE_CONSUMER);
    close.setCloseConsumer().setConsumerId(77).setRequestId(3);
    BaseCommand unsubscribe = new BaseCommand().setType(BaseCommand.Type.UNSUBSCRIBE);
    unsubscribe.setUnsubscribe().setConsumerId(78).setRequestId(4);
    try (Peer odd = Peer.acceptedBy(gateway)) {
      odd.send(Commands.send(99, 0, 100));
      odd.send(close);
      odd.send(unsubscribe);
      Gateways.until(
          "the broker has all",
          () -> broker.receivedOf(BaseCommand.Type.UNSUBSCRIBE).size() == 1);
      assertThat(broker.receivedOf(BaseCommand.Type.SEND)).isEmpty();
      broker.clients().get(1).send(Commands.receipt(1234, 5)); // for an unknown producer
      odd.expect(BaseCommand.Type.SEND_RECEIPT);

      assertThat(Gateways.connections(gateway)).anySatisfy(connection -> {
        assertThat(connection.producers()).isEmpty();
        assertThat(connection.consumers()).isEmpty();
      });
    }
    assertThatWitnessIsServed(1);
  }

  @Test
  void shouldNotReserveMemoryForWhatStrangersAnnounce() throws Exception {
    long before = directMemory();
    List<Socket> strangers = new ArrayList<>();
    for (int i = 0; i < AT_A_TIME; i++) {
      Socket socket = connect();
      socket.getOutputStream().write(ByteBufUtil.getBytes(Unpooled.copyInt(120 << 10)));
      strangers.add(socket);
    }
    Gateways.until("all are there", () -> Gateways.connections(gateway).size() == AT_A_TIME + 1);
    assertThatWitnessIsServed(1);

    assertThat(directMemory() - before).isLessThan(AT_A_TIME * (60L << 10));
    drop(strangers);
  }

  @Test
  void shouldPassOnFramesAsLargeAsTheBrokerAllows() throws Exception {
    byte[] large = Commands.send(1, 4711, 5 << 20);
    witness.send(large);
    witness.expect(BaseCommand.Type.SEND_RECEIPT);

    assertThat(broker.received()).anyMatch(frame -> frame.length == large.length);
  }

  @Test
  void shouldSendAwayWhoeverAsksAndNeverListens() throws Exception {
    ConnectionLimits d = ConnectionLimits.DEFAULT;
    ConnectionLimits none =
        new ConnectionLimits(10, 10, d.handshakeTimeout(), d.maxFrameBytes(), 1, 1);
    try (Gateway strict = Gateways.before(broker, none);
        Peer hostile = Peer.acceptedBy(strict)) {
      byte[] question = ByteBufUtil.getBytes(Frames.of(Commands.lookup(7)));
      byte[] many = new byte[question.length * 1000];
      for (int i = 0; i < 1000; i++) {
        System.arraycopy(question, 0, many, i * question.length, question.length);
      }
      assertThatThrownBy(() -> {
            while (true) { // ends with the connection, which the client never reads
              hostile.send(many);
            }
          })
          .isInstanceOf(SocketException.class);
    }
    assertThatWitnessIsServed(1);
  }

  private Socket connect() throws IOException {
    InetSocketAddress address = gateway.addresses().get(0);
    return new Socket(address.getAddress(), address.getPort());
  }

  private static void drop(List<Socket> sockets) throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    sockets.clear();
  }

  private void assertThatWitnessIsServed(long sequenceId) {
    try {
      witness.send(Commands.send(1, sequenceId, 100));
      BaseCommand receipt = witness.expect(BaseCommand.Type.SEND_RECEIPT);
      assertThat(receipt.getSendReceipt().getSequenceId()).isEqualTo(sequenceId);
    } catch (IOException e) {
      throw new AssertionError("the witness was not served", e);
    }
  }

  private static byte[] noise(Random random) {
    byte[] noise = new byte[random.nextInt(300)];
    random.nextBytes(noise);
    if (noise.length >= 8 && random.nextBoolean()) { // lengths that could be true
      int total = random.nextInt(noise.length);
      Unpooled.wrappedBuffer(noise).setInt(0, total).setInt(4, random.nextInt(total + 1));
    }
    return noise;
  }

  private static long directMemory() {
    return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric().usedDirectMemory();
  }
}
