package io.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.view.ConnectionView;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.ServerError;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the gateway knows of producers must be what the broker has, or limits could be avoided. */
class ProducersAndConsumersTest {

  private static final int LAST = 1000;

  private ScriptedBroker broker;
  private Gateway gateway;
  private Peer client;
  private long lookups = LAST;

  @BeforeEach
  void start() throws IOException {
    broker = ScriptedBroker.accepting((peer, command) -> {
      if (command.getType() == BaseCommand.Type.SEND) {
        peer.send(Commands.receipt(
            command.getSend().getProducerId(), command.getSend().getSequenceId()));
      }
    });
    gateway = Gateways.before(broker);
    client = Peer.acceptedBy(gateway);
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    gateway.close();
    broker.close();
  }

  @Test
  void shouldRefuseAProducerThatIsBeingOpenedAlready() throws Exception {
    client.send(Commands.producer(1, 7));
    client.send(Commands.producer(1, 8));

    assertThat(client.expect(BaseCommand.Type.ERROR).getError().getRequestId()).isEqualTo(8);

    answer(Commands.producerSuccess(7), BaseCommand.Type.PRODUCER_SUCCESS);
    send(1);
    assertThat(producer().messages()).isEqualTo(1);
    assertThat(producer().name()).isEqualTo("p-7");
    assertThat(broker.receivedOf(BaseCommand.Type.PRODUCER)).hasSize(1);
  }

  @Test
  void shouldKeepTheTopicOfAProducerThatIsAskedForAgainWithAnother() throws Exception {
    client.send(Commands.producer(1, 7));
    answer(Commands.producerSuccess(7), BaseCommand.Type.PRODUCER_SUCCESS);
    send(1);
    BaseCommand again = Commands.producer(1, 8);
    again.getProducer().setTopic("persistent://public/default/other");
    client.send(again);
    answer(Commands.producerSuccess(8), BaseCommand.Type.PRODUCER_SUCCESS);

    send(1);

    assertThat(producer().topic()).isEqualTo("persistent://public/default/t");
    assertThat(producer().messages()).isEqualTo(2);
  }

  @Test
  void shouldKnowAProducerThatIsOpenedAfterItHasFailed() throws Exception {
    client.send(Commands.producer(1, 7));
    answer(failure(7), BaseCommand.Type.ERROR);
    client.send(Commands.producer(1, 8));
    answer(Commands.producerSuccess(8), BaseCommand.Type.PRODUCER_SUCCESS);

    send(1);

    assertThat(producer().messages()).isEqualTo(1);
  }

  @Test
  void shouldKnowAProducerThatIsOpenedAfterOneThatTookTooLong() throws Exception {
    client.send(Commands.producer(1, 7));
    client.send(Commands.closeProducer(1, 8));
    client.send(Commands.producer(1, 9));
    answer(Commands.producerSuccess(7), BaseCommand.Type.PRODUCER_SUCCESS);
    assertThat(Gateways.connections(gateway).get(0).producers()).isEmpty();
    answer(Commands.producerSuccess(9), BaseCommand.Type.PRODUCER_SUCCESS);

    send(1);

    assertThat(producer().name()).isEqualTo("p-9");
  }

  /** The broker's CLOSE is about the producer that was open when the client asked for it again. */
  @Test
  void shouldKnowAProducerThatIsAskedForAgainBeforeTheBrokerClosesIt() throws Exception {
    client.send(Commands.producer(1, 7));
    answer(Commands.producerSuccess(7), BaseCommand.Type.PRODUCER_SUCCESS);
    client.send(Commands.producer(1, 8));
    answer(Commands.closeProducer(1, 0), BaseCommand.Type.CLOSE_PRODUCER);
    assertThat(Gateways.connections(gateway).get(0).producers()).isEmpty();
    answer(Commands.producerSuccess(8), BaseCommand.Type.PRODUCER_SUCCESS);

    send(1);

    assertThat(producer().name()).isEqualTo("p-8");
    assertThat(producer().messages()).isEqualTo(1);
  }

  @Test
  void shouldForgetAProducerThatTheBrokerClosesBeforeItIsOpen() throws Exception {
    client.send(Commands.producer(1, 7));
    answer(Commands.closeProducer(1, 0), BaseCommand.Type.CLOSE_PRODUCER);
    client.send(Commands.producer(1, 8));
    answer(Commands.producerSuccess(8), BaseCommand.Type.PRODUCER_SUCCESS);

    send(1);

    assertThat(producer().name()).isEqualTo("p-8");
  }

  @Test
  void shouldNotPassOnWhatIsPublishedBeforeTheBrokerHasTheProducer() throws Exception {
    client.send(Commands.producer(1, 7));
    client.send(Commands.send(1, 0, 10));
    answer(Commands.producerSuccess(7), BaseCommand.Type.PRODUCER_SUCCESS);

    send(1);

    assertThat(broker.receivedOf(BaseCommand.Type.SEND)).hasSize(1);
  }

  @Test
  void shouldForgetAProducerThatIsClosedBeforeTheBrokerHasIt() throws Exception {
    client.send(Commands.producer(1, 7));
    client.send(Commands.closeProducer(1, 8));
    answer(Commands.producerSuccess(7), BaseCommand.Type.PRODUCER_SUCCESS);

    assertThat(Gateways.connections(gateway).get(0).producers()).isEmpty();
  }

  @Test
  void shouldCountProducersAndConsumersThatAreOpen() throws Exception {
    client.send(Commands.producer(1, 7));
    client.send(Commands.producer(2, 8));
    client.send(Commands.subscribe(1, 9, "persistent://public/default/t"));
    answer(Commands.producerSuccess(7), BaseCommand.Type.PRODUCER_SUCCESS);
    expectOpen(1, 0);
    answer(Commands.producerSuccess(8), BaseCommand.Type.PRODUCER_SUCCESS);
    answer(Commands.success(9), BaseCommand.Type.SUCCESS);
    expectOpen(2, 1);
    client.send(Commands.producer(1, 10));
    answer(Commands.producerSuccess(10), BaseCommand.Type.PRODUCER_SUCCESS);
    answer(Commands.closeProducer(2, 0), BaseCommand.Type.CLOSE_PRODUCER);
    expectOpen(1, 1);

    client.close();

    Gateways.until("the session has ended", () -> Gateways.connections(gateway).isEmpty());
    expectOpen(0, 0);
  }

  private void expectOpen(int producers, int consumers) throws InterruptedException {
    Gateways.until(
        "so many are open",
        () -> gateway.node().publishMetrics().producers() == producers
            && gateway.node().dispatchMetrics().consumers() == consumers);
  }

  @Test
  void shouldNotPassOnWhatItCannotCount() throws Exception {
    // The error is the answer to another request with the same id, sent to confuse.
    client.send(Commands.producer(1, 7));
    answer(failure(7), BaseCommand.Type.ERROR);
    answer(Commands.producerSuccess(7), BaseCommand.Type.PRODUCER_SUCCESS);
    client.send(Commands.send(1, 1, 10));
    client.send(Commands.producer(2, 9));
    answer(Commands.producerSuccess(9), BaseCommand.Type.PRODUCER_SUCCESS);
    send(2);

    assertThat(broker.receivedOf(BaseCommand.Type.SEND)).hasSize(1);
  }

  @Test
  void shouldNotCountBackwards() throws Exception {
    client.send(Commands.producer(1, 7));
    answer(Commands.producerSuccess(7), BaseCommand.Type.PRODUCER_SUCCESS);
    BaseCommand fewerThanNone = new BaseCommand().setType(BaseCommand.Type.SEND);
    fewerThanNone.setSend().setProducerId(1).setSequenceId(LAST).setNumMessages(-5);
    client.send(fewerThanNone);
    client.expect(BaseCommand.Type.SEND_RECEIPT);

    assertThat(producer().messages()).isEqualTo(1);
  }

  /** Once everything that the client has sent is there, which this very lookup comes after. */
  private void answer(BaseCommand answer, BaseCommand.Type type) throws Exception {
    long lookup = ++lookups;
    client.send(Commands.lookup(lookup));
    Gateways.until(
        "the broker has heard it", () -> broker.receivedOf(BaseCommand.Type.LOOKUP).stream()
            .anyMatch(heard -> heard.getLookupTopic().getRequestId() == lookup));
    broker.clients().get(0).send(answer);
    client.expect(type);
  }

  private void send(long producerId) throws IOException {
    client.send(Commands.send(producerId, LAST, 10));
    assertThat(client.expect(BaseCommand.Type.SEND_RECEIPT).getSendReceipt().getProducerId())
        .isEqualTo(producerId);
  }

  private ConnectionView.ProducerView producer() {
    return Gateways.connections(gateway).get(0).producers().get(0);
  }

  private static BaseCommand failure(long requestId) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.ERROR);
    command
        .setError()
        .setRequestId(requestId)
        .setError(ServerError.ServiceNotReady)
        .setMessage("already present");
    return command;
  }
}
