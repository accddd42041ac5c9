package io.sluice.gateway.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Schema;
import org.apache.pulsar.client.api.SchemaSerializationException;
import org.apache.pulsar.client.api.schema.GenericRecord;
import org.apache.pulsar.client.api.schema.SchemaDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Schemas, and the questions that clients ask brokers about them. */
@ParameterizedClass
@EnumSource(Through.class)
class SchemaTest extends PulsarFixture {

  /** As it was. */
  public static final class Before {
    public String name;
  }

  /** As it became: what has been written before has no age. */
  public static final class After {
    public String name;
    public Integer age;
  }

  SchemaTest(Through through) {
    super(through);
  }

  @Test
  void shouldCarryJson() throws PulsarClientException {
    try (Producer<After> producer =
            client.newProducer(Schema.JSON(After.class)).topic(topic).create();
        Consumer<After> consumer = newConsumer(Schema.JSON(After.class)).subscribe()) {
      producer.send(ada());
      assertThat(next(consumer).getValue()).usingRecursiveComparison().isEqualTo(ada());
    }
  }

  @Test
  void shouldReadWithANewSchemaWhatWasWrittenWithAnOldOne() throws PulsarClientException {
    try (Consumer<After> consumer = newConsumer(avro(After.class)).subscribe()) {
      // The producer with the old one comes second: its schema is an old version of the topic's.
      try (Producer<Before> producer =
          client.newProducer(avro(Before.class)).topic(topic).create()) {
        Before before = new Before();
        before.name = "Ada";
        producer.send(before);
      }
      try (Producer<After> producer =
          client.newProducer(avro(After.class)).topic(topic).create()) {
        producer.send(ada());
      }
      Message<After> old = next(consumer);
      Message<After> current = next(consumer);
      assertThat(old.getSchemaVersion()).isNotEqualTo(current.getSchemaVersion());
      assertThat(old.getValue().name).isEqualTo("Ada");
      assertThat(old.getValue().age).isNull();
      assertThat(current.getValue()).usingRecursiveComparison().isEqualTo(ada());
    }
  }

  @Test
  void shouldPublishAndConsumeWithTheTopicsOwnSchema() throws PulsarClientException {
    byte[] encoded = avro(After.class).encode(ada());
    client.newProducer(avro(After.class)).topic(topic).create().close();
    try (Producer<byte[]> producer =
            client.newProducer(Schema.AUTO_PRODUCE_BYTES()).topic(topic).create();
        Consumer<GenericRecord> consumer = newConsumer(Schema.AUTO_CONSUME()).subscribe()) {
      producer.send(encoded);
      assertThatThrownBy(() -> producer.send(new byte[] {127, 127}))
          .isInstanceOf(SchemaSerializationException.class);
      GenericRecord record = next(consumer).getValue();
      assertThat(record.getField("name")).isEqualTo("Ada");
      assertThat(record.getField("age")).isEqualTo(36);
    }
  }

  @Test
  void shouldRefuseASchemaThatDoesNotFit() throws PulsarClientException {
    client.newProducer(avro(After.class)).topic(topic).create().close();
    assertThatThrownBy(() -> client.newProducer(Schema.INT32).topic(topic).create())
        .isInstanceOf(PulsarClientException.IncompatibleSchemaException.class);
  }

  private static After ada() {
    After ada = new After();
    ada.name = "Ada";
    ada.age = 36;
    return ada;
  }

  private static <T> Schema<T> avro(Class<T> type) {
    return Schema.AVRO(
        SchemaDefinition.<T>builder().withPojo(type).withAlwaysAllowNull(true).build());
  }
}
