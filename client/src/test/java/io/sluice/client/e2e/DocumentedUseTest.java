package io.sluice.client.e2e;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.client.ProducerThrottledException;
import io.sluice.client.SluiceClient;
import io.sluice.client.Throttle;
import io.sluice.client.ThrottleAware;
import io.sluice.client.ThrottleListener;
import io.sluice.client.ThrottleReason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Schema;
import org.junit.jupiter.api.Test;

/** The examples of the README, as they stand there, work. */
class DocumentedUseTest extends EndToEnd {

  private final String topic = newTopic();
  private final List<String> said = new CopyOnWriteArrayList<>();

  @Test
  void shouldBuildAClientAndPublish() throws Exception {
    String serviceUrl = TESTBED.serviceUrl();
    // README
    PulsarClient client = SluiceClient.build(PulsarClient.builder().serviceUrl(serviceUrl));
    Producer<String> producer = client.newProducer(Schema.STRING).topic(topic).create();
    producer.send("hello");
    // README
    client.close();
    assertThat(read(topic, 1)).containsExactly("hello");
  }

  @Test
  void shouldAskWhetherItIsThrottled() throws Exception {
    overdraw(topic);
    try (Producer<String> producer = throttled(batching(topic))) {
      // README
      ThrottleAware aware = ThrottleAware.of(producer);
      aware.throttle().ifPresent(throttle -> slowDown(throttle.reason(), throttle.until()));
      // README
      assertThat(said).containsExactly("TOPIC_QUOTA");
    }
  }

  @Test
  void shouldBeToldWhenItBeginsAndEnds() throws Exception {
    TESTBED.limit(topic, LIMIT);
    try (Producer<String> producer = batching(topic).create()) {
      // README
      AutoCloseable listening = ThrottleAware.of(producer).onThrottle(new ThrottleListener() {
        @Override
        public void throttled(Producer<?> producer, Throttle throttle) {
          say("throttled until " + throttle.until());
        }

        @Override
        public void resumed(Producer<?> producer, Throttle throttle) {
          say("throttled since " + throttle.since() + ", goes on");
        }
      });
      // README
      overdraw(producer);
      await(() -> said.size() == 1);
      lift(topic);
      await(() -> said.size() == 2);
      listening.close();
    }
  }

  @Test
  void shouldHandleWhatCannotBeSentInTime() throws Exception {
    overdraw(topic);
    try (Producer<String> producer = throttled(
        client.newProducer(Schema.STRING).topic(topic).sendTimeout(2, TimeUnit.SECONDS))) {
      String message = "later";
      // README
      try {
        producer.send(message);
      } catch (ProducerThrottledException e) {
        keepForLater(message, e.reason());
      } catch (PulsarClientException.TimeoutException e) {
        say("the broker did not answer");
      }
      // README
    }
    assertThat(said).containsExactly("later TOPIC_QUOTA");
  }

  @Test
  void shouldStandInTheReadmeAsItIsHere() throws Exception {
    String readme = Files.readString(Path.of("README.md"));
    String[] parts = Files.readString(
            Path.of("src/test/java/io/sluice/client/e2e/DocumentedUseTest.java"))
        .split(" +// " + "README\n", -1);

    assertThat(parts.length / 2).isEqualTo(readme.split("```java\n", -1).length - 1);
    for (int i = 1; i < parts.length; i += 2) {
      assertThat(readme).contains(unindented(parts[i]));
    }
  }

  private static String unindented(String region) {
    String first = region.lines().findFirst().orElseThrow();
    String indent = " ".repeat(first.length() - first.stripLeading().length());
    return region.lines().map(line -> line.replaceFirst("^" + indent, "")).collect(joining("\n"));
  }

  private void slowDown(ThrottleReason reason, Object until) {
    assertThat(until).isNotNull();
    said.add(reason.toString());
  }

  private void keepForLater(String message, ThrottleReason reason) {
    said.add(message + " " + reason);
  }

  private void say(String text) {
    said.add(text);
  }
}
