package io.sluice.gateway.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gateway.Gateway;
import io.sluice.gateway.view.ConnectionView.ThrottleView;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;

/** Numbers that were published to a topic whose limit lets next to none of them pass. */
final class Held {

  private static final int COUNT = 50;

  private final Producer<byte[]> producer;
  private final List<CompletableFuture<MessageId>> answers = new ArrayList<>();

  /** Publishes the first numbers; returns when the gateway holds most of them. */
  Held(Producer<byte[]> producer, Gateway gateway) throws Exception {
    this.producer = producer;
    sendMore();
    Eventually.until(
        "frames are held",
        () -> LimitedPulsar.heldFrames(gateway, producer.getTopic()) > COUNT / 2);
  }

  void sendMore() {
    for (int i = 0; i < COUNT; i++) {
      byte[] message = ByteBuffer.allocate(4).putInt(answers.size()).array();
      answers.add(producer.sendAsync(message));
    }
  }

  Producer<byte[]> producer() {
    return producer;
  }

  String topic() {
    return producer.getTopic();
  }

  /** What is acknowledged by now. */
  List<Integer> acknowledged() {
    return numbers().stream()
        .filter(number ->
            answers.get(number).isDone() && !answers.get(number).isCompletedExceptionally())
        .toList();
  }

  /** What is not answered yet. */
  List<Integer> open() {
    return numbers().stream().filter(number -> !answers.get(number).isDone()).toList();
  }

  CompletableFuture<MessageId> answer(int number) {
    return answers.get(number);
  }

  /** Everything that was sent. */
  List<Integer> numbers() {
    return IntStream.range(0, answers.size()).boxed().toList();
  }

  /** Waits until each of them is acknowledged. */
  void expectAcknowledged() throws Exception {
    CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
  }

  /** Waits until frames are held that arrived after that time. */
  void expectHeldSince(Instant time, Gateway gateway) throws Exception {
    try {
      Eventually.until("frames are held again", () -> Gateways.producers(gateway, topic()).stream()
          .anyMatch(view -> view.throttle()
              .map(ThrottleView::since)
              .filter(since -> since.isAfter(time))
              .isPresent()));
    } catch (AssertionError e) {
      throw new AssertionError(
          e.getMessage() + "; acknowledged " + acknowledged() + ", connected: "
              + producer.isConnected() + ", " + Gateways.connections(gateway),
          e);
    }
  }

  /** What the topic has, each where it came first: what was not acknowledged may be sent twice. */
  List<Integer> storedFirst() throws Exception {
    List<Integer> first = Stored.numbers(topic()).stream().distinct().toList();
    assertThat(first).as("in order").isSorted();
    return first;
  }
}
