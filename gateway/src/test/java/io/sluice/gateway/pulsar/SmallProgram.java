package io.sluice.gateway.pulsar;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Schema;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;

/**
 * What many users do, for clients of any version: takes a service URL, a topic, a topic with
 * partitions, separated by blanks, and returns what it received. Runs in another class loader, so it
 * speaks to tests in the JDK's own types alone.
 */
public final class SmallProgram implements Function<List<String>, List<String>> {

  /** Something with a schema. */
  public static final class Person {
    public String name;
    public int age;
  }

  @Override
  public List<String> apply(List<String> arguments) {
    String topic = arguments.get(1);
    List<String> received = new ArrayList<>();
    try (PulsarClient client =
        PulsarClient.builder().serviceUrl(arguments.get(0)).build()) {
      roundTrip(client, topic, received);
      roundTrip(client, arguments.get(2), received);
      schema(client, topic + "-schema", received);
      pattern(client, topic + "-pattern", received);
    } catch (PulsarClientException e) {
      throw new IllegalStateException(e);
    }
    return received;
  }

  private static void roundTrip(PulsarClient client, String topic, List<String> received)
      throws PulsarClientException {
    try (Producer<String> producer =
            client.newProducer(Schema.STRING).topic(topic).create();
        Consumer<String> consumer =
            client.newConsumer(Schema.STRING).topic(topic).subscriptionName("s").subscribe()) {
      for (int i = 0; i < 10; i++) {
        producer.newMessage().key("same").value("message-" + i).send();
      }
      for (int i = 0; i < 10; i++) {
        received.add(next(consumer));
      }
      consumer.unsubscribe();
    }
  }

  private static void schema(PulsarClient client, String topic, List<String> received)
      throws PulsarClientException {
    try (Producer<Person> producer =
            client.newProducer(Schema.AVRO(Person.class)).topic(topic).create();
        Consumer<Person> consumer = client
            .newConsumer(Schema.AVRO(Person.class))
            .topic(topic)
            .subscriptionName("s")
            .subscribe()) {
      Person ada = new Person();
      ada.name = "Ada";
      ada.age = 36;
      producer.send(ada);
      Person got = next(consumer);
      received.add(got.name + " " + got.age);
    }
  }

  private static void pattern(PulsarClient client, String topic, List<String> received)
      throws PulsarClientException {
    try (Consumer<String> consumer = client
        .newConsumer(Schema.STRING)
        .topicsPattern(Pattern.compile(topic + "-.*"))
        .patternAutoDiscoveryPeriod(1, TimeUnit.SECONDS)
        .subscriptionName("s")
        .subscriptionInitialPosition(SubscriptionInitialPosition.Earliest)
        .subscribe()) {
      try (Producer<String> producer =
          client.newProducer(Schema.STRING).topic(topic + "-1").create()) {
        producer.send("by pattern");
      }
      received.add(next(consumer));
    }
  }

  private static <T> T next(Consumer<T> consumer) throws PulsarClientException {
    Message<T> message = consumer.receive(30, TimeUnit.SECONDS);
    if (message == null) {
      throw new IllegalStateException("no message from " + consumer.getTopic());
    }
    consumer.acknowledge(message);
    return message.getValue();
  }
}
