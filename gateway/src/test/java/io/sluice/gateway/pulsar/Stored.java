package io.sluice.gateway.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.Reader;

/** What is in a topic, read without a gateway. */
final class Stored {

  private Stored() {}

  /** The numbers that one producer has published, counting from 0, in the order of the topic. */
  static List<Integer> numbers(String topic) throws Exception {
    List<Integer> numbers = new ArrayList<>();
    PulsarClient direct =
        PulsarFixture.clientBuilder(Clusters.plain().serviceUrl()).build();
    try (Reader<byte[]> reader =
        direct.newReader().topic(topic).startMessageId(MessageId.earliest).create()) {
      while (reader.hasMessageAvailable()) {
        Message<byte[]> message = reader.readNext(30, TimeUnit.SECONDS);
        int number = ByteBuffer.wrap(message.getData()).getInt();
        assertThat(message.getSequenceId()).as("the client's own number").isEqualTo(number);
        numbers.add(number);
      }
    } finally {
      var unused = direct.closeAsync(); // whose end takes two quiet seconds
    }
    return numbers;
  }
}
