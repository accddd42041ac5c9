package io.sluice.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.pulsar.common.api.proto.BaseCommand;
import org.apache.pulsar.common.api.proto.CommandLookupTopicResponse;
import org.apache.pulsar.common.api.proto.CommandSubscribe;
import org.apache.pulsar.common.api.proto.ServerError;
import org.junit.jupiter.api.Test;

/** What Pulsar itself writes is what is read here, and the other way round. */
class WireTest {

  @Test
  void shouldHaveTheNumbersOfPulsarsOwnTypesAndErrors() {
    assertThat(io.sluice.protocol.wire.BaseCommand.Type.values())
        .filteredOn(type -> type.getValue() < ThrottleCommandsTest.FIRST_OF_OUR_OWN)
        .allSatisfy(
            type -> assertThat(BaseCommand.Type.valueOf(type.getValue())).hasToString(type.name()));
    assertThat(io.sluice.protocol.wire.ServerError.values())
        .allSatisfy(
            error -> assertThat(ServerError.valueOf(error.getValue())).hasToString(error.name()));
  }

  @Test
  void shouldReadConnect() throws MalformedFrameException {
    var read = read(BaseCommand.Type.CONNECT, command -> command
            .setConnect()
            .setClientVersion("c")
            .setAuthMethodName("token")
            .setAuthData("secret".getBytes(UTF_8))
            .setProtocolVersion(21)
            .setProxyToBrokerUrl("b:1")
            .setOriginalPrincipal("p")
            .setOriginalAuthData("d")
            .setOriginalAuthMethod("m"))
        .getConnect();

    assertThat(read.getClientVersion()).isEqualTo("c");
    assertThat(read.getAuthMethodName()).isEqualTo("token");
    assertThat(read.getAuthData()).isEqualTo("secret".getBytes(UTF_8));
    assertThat(read.getProtocolVersion()).isEqualTo(21);
    assertThat(read.getProxyToBrokerUrl()).isEqualTo("b:1");
    assertThat(read.getOriginalPrincipal()).isEqualTo("p");
    assertThat(read.getOriginalAuthData()).isEqualTo("d");
    assertThat(read.getOriginalAuthMethod()).isEqualTo("m");
  }

  @Test
  void shouldReadWhatOpensProducersAndConsumers() throws MalformedFrameException {
    var producer = read(BaseCommand.Type.PRODUCER, command -> command
            .setProducer()
            .setTopic("t")
            .setProducerId(1)
            .setRequestId(2)
            .setProducerName("n"))
        .getProducer();
    var success = read(BaseCommand.Type.PRODUCER_SUCCESS, command -> command
            .setProducerSuccess()
            .setRequestId(2)
            .setProducerName("n")
            .setProducerReady(false))
        .getProducerSuccess();
    var subscribe = read(BaseCommand.Type.SUBSCRIBE, command -> command
            .setSubscribe()
            .setTopic("t")
            .setSubscription("s")
            .setSubType(CommandSubscribe.SubType.Key_Shared)
            .setConsumerId(3)
            .setRequestId(4)
            .setConsumerName("n"))
        .getSubscribe();

    assertThat(producer.getTopic()).isEqualTo("t");
    assertThat(producer.getProducerId()).isEqualTo(1);
    assertThat(producer.getRequestId()).isEqualTo(2);
    assertThat(producer.getProducerName()).isEqualTo("n");
    assertThat(success.getRequestId()).isEqualTo(2);
    assertThat(success.getProducerName()).isEqualTo("n");
    assertThat(success.isProducerReady()).isFalse();
    assertThat(subscribe.getTopic()).isEqualTo("t");
    assertThat(subscribe.getSubscription()).isEqualTo("s");
    assertThat(subscribe.getSubType()).hasToString("Key_Shared");
    assertThat(subscribe.getConsumerId()).isEqualTo(3);
    assertThat(subscribe.getRequestId()).isEqualTo(4);
    assertThat(subscribe.getConsumerName()).isEqualTo("n");
  }

  @Test
  void shouldReadWhatClosesThem() throws MalformedFrameException {
    var producer = read(BaseCommand.Type.CLOSE_PRODUCER, command -> command
            .setCloseProducer()
            .setProducerId(1)
            .setRequestId(2)
            .setAssignedBrokerServiceUrl("u")
            .setAssignedBrokerServiceUrlTls("v"))
        .getCloseProducer();
    var consumer = read(BaseCommand.Type.CLOSE_CONSUMER, command -> command
            .setCloseConsumer()
            .setConsumerId(3)
            .setRequestId(4)
            .setAssignedBrokerServiceUrl("u")
            .setAssignedBrokerServiceUrlTls("v"))
        .getCloseConsumer();
    var unsubscribe = read(
            BaseCommand.Type.UNSUBSCRIBE,
            command -> command.setUnsubscribe().setConsumerId(5).setRequestId(6))
        .getUnsubscribe();

    assertThat(producer.getProducerId()).isEqualTo(1);
    assertThat(producer.getAssignedBrokerServiceUrl()).isEqualTo("u");
    assertThat(producer.getAssignedBrokerServiceUrlTls()).isEqualTo("v");
    assertThat(consumer.getConsumerId()).isEqualTo(3);
    assertThat(consumer.getAssignedBrokerServiceUrl()).isEqualTo("u");
    assertThat(consumer.getAssignedBrokerServiceUrlTls()).isEqualTo("v");
    assertThat(unsubscribe.getConsumerId()).isEqualTo(5);
    assertThat(unsubscribe.getRequestId()).isEqualTo(6);
  }

  @Test
  void shouldReadQuestionsAndAnswersAboutTopics() throws MalformedFrameException {
    var lookup = read(BaseCommand.Type.LOOKUP, command -> command
            .setLookupTopic()
            .setTopic("t")
            .setRequestId(1)
            .setAuthoritative(true)
            .setOriginalPrincipal("p"))
        .getLookupTopic();
    var answer = read(BaseCommand.Type.LOOKUP_RESPONSE, command -> command
            .setLookupTopicResponse()
            .setBrokerServiceUrl("u")
            .setBrokerServiceUrlTls("v")
            .setResponse(CommandLookupTopicResponse.LookupType.Redirect)
            .setRequestId(1)
            .setAuthoritative(true)
            .setError(ServerError.ServiceNotReady)
            .setMessage("m")
            .setProxyThroughServiceUrl(true))
        .getLookupTopicResponse();
    var partitions = read(BaseCommand.Type.PARTITIONED_METADATA, command -> command
            .setPartitionMetadata()
            .setTopic("t")
            .setRequestId(2)
            .setOriginalPrincipal("p"))
        .getPartitionMetadata();

    assertThat(lookup.getTopic()).isEqualTo("t");
    assertThat(lookup.isAuthoritative()).isTrue();
    assertThat(lookup.getOriginalPrincipal()).isEqualTo("p");
    assertThat(answer.getBrokerServiceUrl()).isEqualTo("u");
    assertThat(answer.getBrokerServiceUrlTls()).isEqualTo("v");
    assertThat(answer.getResponse()).hasToString("Redirect");
    assertThat(answer.isAuthoritative()).isTrue();
    assertThat(answer.getError()).hasToString("ServiceNotReady");
    assertThat(answer.getMessage()).isEqualTo("m");
    assertThat(answer.isProxyThroughServiceUrl()).isTrue();
    assertThat(partitions.getRequestId()).isEqualTo(2);
    assertThat(partitions.getOriginalPrincipal()).isEqualTo("p");
    assertThat(read(
                BaseCommand.Type.PARTITIONED_METADATA_RESPONSE,
                c -> c.setPartitionMetadataResponse().setRequestId(3))
            .getPartitionMetadataResponse()
            .getRequestId())
        .isEqualTo(3);
    assertThat(read(
                BaseCommand.Type.GET_TOPICS_OF_NAMESPACE,
                c -> c.setGetTopicsOfNamespace().setRequestId(4).setNamespace("n"))
            .getGetTopicsOfNamespace()
            .getRequestId())
        .isEqualTo(4);
    assertThat(read(
                BaseCommand.Type.GET_TOPICS_OF_NAMESPACE_RESPONSE,
                c -> c.setGetTopicsOfNamespaceResponse().setRequestId(5))
            .getGetTopicsOfNamespaceResponse()
            .getRequestId())
        .isEqualTo(5);
    assertThat(read(
                BaseCommand.Type.GET_SCHEMA,
                c -> c.setGetSchema().setRequestId(6).setTopic("t"))
            .getGetSchema()
            .getRequestId())
        .isEqualTo(6);
    assertThat(read(BaseCommand.Type.GET_SCHEMA_RESPONSE, c -> c.setGetSchemaResponse()
                .setRequestId(7))
            .getGetSchemaResponse()
            .getRequestId())
        .isEqualTo(7);
  }

  @Test
  void shouldReadAnswersAndCredentials() throws MalformedFrameException {
    var connected = read(
            BaseCommand.Type.CONNECTED,
            command -> command.setConnected().setServerVersion("s").setMaxMessageSize(17))
        .getConnected();
    var error = read(BaseCommand.Type.ERROR, command -> command
            .setError()
            .setRequestId(1)
            .setError(ServerError.TransactionConflict) // one that is not known here
            .setMessage("m"))
        .getError();
    var response = read(BaseCommand.Type.AUTH_RESPONSE, command -> command
            .setAuthResponse()
            .setResponse()
            .setAuthMethodName("token")
            .setAuthData("renewed".getBytes(UTF_8)))
        .getAuthResponse();

    assertThat(connected.getMaxMessageSize()).isEqualTo(17);
    assertThat(error.getRequestId()).isEqualTo(1);
    assertThat(error.hasError()).isFalse();
    assertThat(error.getMessage()).isEqualTo("m");
    assertThat(response.getResponse().getAuthData()).isEqualTo("renewed".getBytes(UTF_8));
    assertThat(read(BaseCommand.Type.SUCCESS, c -> c.setSuccess().setRequestId(8))
            .getSuccess()
            .getRequestId())
        .isEqualTo(8);
  }

  @Test
  void shouldSayWhatPulsarUnderstands() {
    BaseCommand lookup = understood(
        Frames.lookupFailed(1, io.sluice.protocol.wire.ServerError.TooManyRequests, "busy"));
    BaseCommand partitions = understood(
        Frames.partitionsFailed(2, io.sluice.protocol.wire.ServerError.TooManyRequests, "busy"));
    BaseCommand error =
        understood(Frames.error(-1, io.sluice.protocol.wire.ServerError.AuthorizationError, "no"));

    assertThat(lookup.getLookupTopicResponse().getError()).isEqualTo(ServerError.TooManyRequests);
    assertThat(lookup.getLookupTopicResponse().getResponse()).hasToString("Failed");
    assertThat(partitions.getPartitionMetadataResponse().getError())
        .isEqualTo(ServerError.TooManyRequests);
    assertThat(partitions.getPartitionMetadataResponse().getResponse()).hasToString("Failed");
    assertThat(error.getError().getRequestId()).isEqualTo(-1);
    assertThat(error.getError().getError()).isEqualTo(ServerError.AuthorizationError);
    assertThat(understood(Frames.ping()).getType()).isEqualTo(BaseCommand.Type.PING);
    assertThat(understood(Frames.pong()).getType()).isEqualTo(BaseCommand.Type.PONG);
    assertThat(Arrays.asList(
            understood(Frames.ping()).hasPing(), understood(Frames.pong()).hasPong()))
        .containsOnly(true);
  }

  private static io.sluice.protocol.wire.BaseCommand read(
      BaseCommand.Type type, Consumer<BaseCommand> fill) throws MalformedFrameException {
    BaseCommand command = new BaseCommand().setType(type);
    fill.accept(command);
    int size = command.getSerializedSize();
    ByteBuf frame = Unpooled.buffer().writeInt(4 + size).writeInt(size);
    command.writeTo(frame);
    var read = new io.sluice.protocol.wire.BaseCommand();
    Frames.parse(read, frame, 0);
    return read;
  }

  private static BaseCommand understood(ByteBuf frame) {
    BaseCommand command = new BaseCommand();
    command.parseFrom(frame.slice(8, frame.getInt(4)), frame.getInt(4));
    return command;
  }
}
