package io.sluice.gateway.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageListener;
import org.apache.pulsar.client.api.PulsarClientException;

/** When messages have come to consumers, whichever of them. */
final class Arrivals implements MessageListener<byte[]> {

  private final long[] nanos;
  private final Set<String> values = ConcurrentHashMap.newKeySet();
  private volatile int count;

  Arrivals(int most) {
    this.nanos = new long[most];
  }

  @Override
  public void received(Consumer<byte[]> consumer, Message<byte[]> message) {
    synchronized (this) {
      if (count < nanos.length) {
        nanos[count] = System.nanoTime();
        count++;
      }
    }
    values.add(new String(message.getData(), UTF_8));
    try {
      consumer.acknowledge(message);
    } catch (PulsarClientException e) {
      throw new IllegalStateException(e);
    }
  }

  int count() {
    return count;
  }

  /** How many different ones. */
  int different() {
    return values.size();
  }

  void await(int messages) throws Exception {
    Eventually.until(messages + " messages have come", () -> count >= messages);
  }

  /** Ten seconds after the first two, which may have been a burst. */
  void expectRate(String what, int perSecond) throws Exception {
    int to = 12 * perSecond;
    await(to);
    double rate = Push.rate(i -> nanos[i], perSecond, 2 * perSecond, to);
    System.out.printf("%s: %.2f/s of %d/s%n", what, rate, perSecond);
    assertThat(rate).as(what).isCloseTo(perSecond, withPercentage(3));
  }
}
