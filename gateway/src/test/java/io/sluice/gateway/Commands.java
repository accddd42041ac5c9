package io.sluice.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sluice.protocol.Frames;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandLookupTopicResponse;
import io.sluice.protocol.wire.CommandLookupTopicResponse.LookupType;
import io.sluice.protocol.wire.CommandSubscribe;
import io.sluice.protocol.wire.ServerError;
import java.nio.charset.StandardCharsets;

/** Commands as clients and brokers send them. */
public final class Commands {

  private Commands() {}

  public static BaseCommand connect() {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.CONNECT);
    command
        .setConnect()
        .setClientVersion("by hand")
        .setAuthMethodName("token")
        .setAuthData("secret".getBytes(StandardCharsets.UTF_8))
        .setProtocolVersion(21);
    return command;
  }

  /** Of a client that understands that it is throttled. */
  public static BaseCommand connectAware() {
    BaseCommand command = connect();
    command.getConnect().setFeatureFlags().setSupportsThrottleProducerCommands(true);
    return command;
  }

  public static BaseCommand connectTo(String broker) {
    BaseCommand command = connect();
    command.getConnect().setProxyToBrokerUrl(broker);
    return command;
  }

  static BaseCommand connected() {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.CONNECTED);
    command
        .setConnected()
        .setServerVersion("scripted")
        .setProtocolVersion(21)
        .setMaxMessageSize(5 << 20);
    return command;
  }

  static BaseCommand challenge(String text) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.AUTH_CHALLENGE);
    command
        .setAuthChallenge()
        .setServerVersion("scripted")
        .setChallenge()
        .setAuthMethodName("riddle")
        .setAuthData(text.getBytes(StandardCharsets.UTF_8));
    return command;
  }

  static BaseCommand authResponse(String text) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.AUTH_RESPONSE);
    command
        .setAuthResponse()
        .setClientVersion("by hand")
        .setResponse()
        .setAuthMethodName("riddle")
        .setAuthData(text.getBytes(StandardCharsets.UTF_8));
    return command;
  }

  static BaseCommand lookup(long requestId) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.LOOKUP);
    command.setLookupTopic().setRequestId(requestId).setTopic("persistent://public/default/t");
    return command;
  }

  /** Of a client that was redirected already. */
  static BaseCommand lookupAuthoritative(long requestId) {
    BaseCommand command = lookup(requestId);
    command.getLookupTopic().setAuthoritative(true);
    return command;
  }

  static BaseCommand lookedUp(long requestId, LookupType type, String url) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.LOOKUP_RESPONSE);
    CommandLookupTopicResponse response = command.setLookupTopicResponse();
    response.setRequestId(requestId).setResponse(type).setAuthoritative(true);
    response.setBrokerServiceUrl(url).setBrokerServiceUrlTls("pulsar+ssl://elsewhere:6651");
    return command;
  }

  static BaseCommand producer(long producerId, long requestId) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.PRODUCER);
    command
        .setProducer()
        .setProducerId(producerId)
        .setRequestId(requestId)
        .setTopic("persistent://public/default/t");
    return command;
  }

  static BaseCommand producerSuccess(long requestId) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.PRODUCER_SUCCESS);
    command.setProducerSuccess().setRequestId(requestId).setProducerName("p-" + requestId);
    return command;
  }

  static BaseCommand receipt(long producerId, long sequenceId) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.SEND_RECEIPT);
    command
        .setSendReceipt()
        .setProducerId(producerId)
        .setSequenceId(sequenceId)
        .setMessageId()
        .setLedgerId(1)
        .setEntryId(sequenceId);
    return command;
  }

  static BaseCommand producer(long producerId, long requestId, String topic) {
    BaseCommand command = producer(producerId, requestId);
    command.getProducer().setTopic(topic);
    return command;
  }

  public static BaseCommand closeProducer(long producerId, long requestId) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.CLOSE_PRODUCER);
    command.setCloseProducer().setProducerId(producerId).setRequestId(requestId);
    return command;
  }

  static BaseCommand sendError(long producerId, long sequenceId, ServerError error) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.SEND_ERROR);
    command
        .setSendError()
        .setProducerId(producerId)
        .setSequenceId(sequenceId)
        .setError(error)
        .setMessage("scripted");
    return command;
  }

  static BaseCommand success(long requestId) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.SUCCESS);
    command.setSuccess().setRequestId(requestId);
    return command;
  }

  static BaseCommand ping() {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.PING);
    command.setPing();
    return command;
  }

  /** A frame as large as it says, with a payload of nothing. */
  public static byte[] send(long producerId, long sequenceId, int payloadBytes) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.SEND);
    command.setSend().setProducerId(producerId).setSequenceId(sequenceId);
    return withPayload(command, payloadBytes);
  }

  /** A batch of so many messages. */
  public static byte[] sendBatch(long producerId, long sequenceId, int messages, int payloadBytes) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.SEND);
    command.setSend().setProducerId(producerId).setSequenceId(sequenceId).setNumMessages(messages);
    return withPayload(command, payloadBytes);
  }

  /** One of the chunks of a message. */
  static byte[] sendChunk(long producerId, long sequenceId) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.SEND);
    command.setSend().setProducerId(producerId).setSequenceId(sequenceId).setIsChunk(true);
    return withPayload(command, 10);
  }

  static byte[] message(long consumerId, int payloadBytes) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.MESSAGE);
    command.setMessage().setConsumerId(consumerId).setMessageId().setLedgerId(1).setEntryId(1);
    return withPayload(command, payloadBytes);
  }

  /** A batch of so many messages, or what is left of it by an acknowledgement of parts. */
  static byte[] batch(long consumerId, int messages) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.MESSAGE);
    command.setMessage().setConsumerId(consumerId).setMessageId().setLedgerId(1).setEntryId(1);
    ByteBuf metadata = Unpooled.buffer().writeByte(11 << 3);
    for (int left = messages; ; left >>>= 7) {
      metadata.writeByte(left < 0x80 ? left : (left & 0x7F) | 0x80);
      if (left < 0x80) {
        break;
      }
    }
    ByteBuf frame = Unpooled.buffer().writeBytes(Frames.of(command));
    frame.writeInt(metadata.readableBytes()).writeBytes(metadata).writeZero(100);
    return ByteBufUtil.getBytes(frame.setInt(0, frame.readableBytes() - 4));
  }

  static BaseCommand subscribe(long consumerId, long requestId, String topic) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.SUBSCRIBE);
    command
        .setSubscribe()
        .setConsumerId(consumerId)
        .setRequestId(requestId)
        .setTopic(topic)
        .setSubscription("subscription")
        .setSubType(CommandSubscribe.SubType.Shared);
    return command;
  }

  static BaseCommand unsubscribe(long consumerId, long requestId) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.UNSUBSCRIBE);
    command.setUnsubscribe().setConsumerId(consumerId).setRequestId(requestId);
    return command;
  }

  static BaseCommand closeConsumer(long consumerId, long requestId) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.CLOSE_CONSUMER);
    command.setCloseConsumer().setConsumerId(consumerId).setRequestId(requestId);
    return command;
  }

  static BaseCommand flow(long consumerId, int permits) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.FLOW);
    command.setFlow().setConsumerId(consumerId).setMessagePermits(permits);
    return command;
  }

  static byte[] withPayload(BaseCommand command, int payloadBytes) {
    ByteBuf frame = Unpooled.buffer().writeBytes(Frames.of(command)).writeZero(payloadBytes);
    return ByteBufUtil.getBytes(frame.setInt(0, frame.readableBytes() - 4));
  }
}
