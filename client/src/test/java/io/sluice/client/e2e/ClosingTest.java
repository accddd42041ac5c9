package io.sluice.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.ProducerBuilder;
import org.apache.pulsar.client.api.Schema;
import org.apache.pulsar.client.api.interceptor.ProducerInterceptor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Producers and clients are closed while messages wait. Every message has one outcome. */
@Tag("matrix")
class ClosingTest extends EndToEnd {

  private static final int WAITING = 100;

  private final String topic = newTopic();
  private final Map<String, Integer> outcomes = new ConcurrentHashMap<>();

  private ProducerBuilder<String> counted() {
    return client
        .newProducer(Schema.STRING)
        .topic(topic)
        .enableBatching(false)
        .sendTimeout(0, TimeUnit.SECONDS)
        .intercept(new OutcomeCounter());
  }

  @Test
  void shouldFlushWhenThePauseIsOver() throws Exception {
    overdraw(topic);
    try (Producer<String> producer = throttled(counted())) {
      var sent = sendAll(producer, 0, WAITING);
      CompletableFuture<Void> flushed = producer.flushAsync();
      assertThat(flushed).isNotDone();

      lift(topic);
      awaitAll(List.of(flushed));

      assertThat(sent).allMatch(CompletableFuture::isDone);
      awaitOneOutcomeEach();
    }
  }

  @Test
  void shouldEndEveryMessageWhenItsProducerIsClosed() throws Exception {
    int published = overdraw(topic);
    Producer<String> producer = throttled(counted());
    var sent = sendAll(producer, 0, WAITING);

    producer.closeAsync().get(60, TimeUnit.SECONDS);

    expectWhatSucceededAndNothingElse(published, sent);
  }

  @Test
  void shouldEndEveryMessageWhenItsClientIsClosed() throws Exception {
    int published = overdraw(topic);
    Producer<String> producer = throttled(counted());
    var sent = sendAll(producer, 0, WAITING);

    client.close();

    buildClient();
    expectWhatSucceededAndNothingElse(published, sent);
  }

  private void expectWhatSucceededAndNothingElse(
      int published, List<CompletableFuture<MessageId>> sent) throws Exception {
    await(() -> sent.stream().allMatch(CompletableFuture::isDone));
    awaitOneOutcomeEach();
    List<String> succeeded = IntStream.range(0, WAITING)
        .filter(number -> !sent.get(number).isCompletedExceptionally())
        .mapToObj(Integer::toString)
        .toList();
    List<String> arrived = read(topic, published + succeeded.size());
    assertThat(arrived.subList(published, arrived.size())).isEqualTo(succeeded);
  }

  private void awaitOneOutcomeEach() throws Exception {
    await(() -> outcomes.size() == WAITING);
    assertThat(outcomes.values()).allMatch(count -> count == 1);
  }

  @SuppressWarnings("rawtypes") // as the interface has them
  private final class OutcomeCounter implements ProducerInterceptor {

    @Override
    public boolean eligible(Message message) {
      return true;
    }

    @Override
    public Message beforeSend(Producer producer, Message message) {
      return message;
    }

    @Override
    public void onSendAcknowledgement(
        Producer producer, Message message, MessageId id, Throwable failure) {
      outcomes.merge((String) message.getValue(), 1, Integer::sum);
    }

    @Override
    public void close() {}
  }
}
