package io.sluice.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Random;
import org.apache.pulsar.common.api.proto.BaseCommand;
import org.apache.pulsar.common.api.proto.BrokerEntryMetadata;
import org.apache.pulsar.common.api.proto.CommandMessage;
import org.apache.pulsar.common.api.proto.MessageMetadata;
import org.junit.jupiter.api.Test;

class MessagePeekTest {

  private static final byte[] PAYLOAD = {0x58, 5, 0x0e, 1, 2, 3, 0x58, 9};

  private final MessagePeek peek = new MessagePeek();

  @Test
  void shouldSeeWhoseMessageItIs() {
    for (long consumerId : new long[] {0, 1, 127, 128, 1L << 40, Long.MAX_VALUE}) {
      peek(frame(command(consumerId), metadata(), true, false));

      assertThat(peek.consumerId()).isEqualTo(consumerId);
      assertThat(peek.messages()).isEqualTo(1);
    }
  }

  @Test
  void shouldSeeHowManyMessagesABatchHasWhateverIsAroundIt() {
    for (int messages : new int[] {1, 2, 127, 128, 100_000}) {
      for (boolean checksum : new boolean[] {true, false}) {
        for (boolean entryMetadata : new boolean[] {true, false}) {
          MessageMetadata metadata = metadata().setNumMessagesInBatch(messages);
          metadata.addProperty().setKey("k").setValue("v".repeat(200));
          metadata.setEventTime(7).setUncompressedSize(1 << 20);

          peek(frame(command(3), metadata, checksum, entryMetadata));

          assertThat(peek.messages()).isEqualTo(messages);
          assertThat(peek.consumerId()).isEqualTo(3);
        }
      }
    }
  }

  @Test
  void shouldCountOnlyWhatIsNotAcknowledged() {
    BaseCommand command = command(3);
    command.getMessage().setRedeliveryCount(2).setConsumerEpoch(5);
    command.getMessage().addAckSet(0b1011);
    command.getMessage().addAckSet(-1L);

    peek(frame(command, metadata().setNumMessagesInBatch(128), true, true));

    assertThat(peek.messages()).isEqualTo(3 + 64);
    assertThat(peek.consumerId()).isEqualTo(3);
  }

  @Test
  void shouldCountWhatIsNotAcknowledgedAlsoIfItIsPacked() {
    ByteBuf frame = frame(command(3), metadata().setNumMessagesInBatch(9), true, false);
    int commandBytes = frame.getInt(4);
    ByteBuf packed = Unpooled.buffer();
    packed.writeInt(frame.getInt(0) + 4).writeInt(commandBytes + 4);
    packed.writeBytes(frame, 8, commandBytes).writeBytes(new byte[] {0x22, 2, 0b111, 1});
    packed.setByte(8 + 3, packed.getByte(8 + 3) + 4);
    packed.writeBytes(frame, 8 + commandBytes, frame.readableBytes() - 8 - commandBytes);

    peek(packed);

    assertThat(peek.messages()).isEqualTo(4);
  }

  @Test
  void shouldCountAsOneWhatCannotBeReadAndNeverLookOutside() {
    Random random = new Random(7);
    ByteBuf whole = frame(command(3), metadata().setNumMessagesInBatch(50), true, true);
    int commandEnd = 8 + whole.getInt(4);
    for (int i = 0; i < 100_000; i++) {
      ByteBuf frame = whole.copy();
      for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
        frame.setByte(
            commandEnd + random.nextInt(frame.readableBytes() - commandEnd), random.nextInt());
      }
      int cut = commandEnd + random.nextInt(frame.readableBytes() - commandEnd + 1);
      frame = frame.slice(0, cut).copy().setInt(0, cut - 4);

      peek(frame);

      assertThat(peek.consumerId()).isEqualTo(3);
      assertThat(peek.messages()).isPositive();
    }
    peek(whole.slice(0, commandEnd).copy().setInt(0, commandEnd - 4));
    assertThat(peek.messages()).isEqualTo(1);
  }

  @Test
  void shouldCountAsOneWhatClaimsToBeLess() {
    peek(frame(command(3), metadata().setNumMessagesInBatch(-5), true, true));

    assertThat(peek.messages()).isEqualTo(1);
  }

  /** What a broker would count, or a consumer would get no more permits for what it has used up. */
  @Test
  void shouldCountWhatIsSaidLastIfItIsSaidMoreThanOnce() {
    MessageMetadata first = metadata().setNumMessagesInBatch(1);
    first.setPartitionKey("behind it");
    ByteBuf twice = Unpooled.buffer();
    first.writeTo(twice);
    twice.writeBytes(
        new byte[] {0x58, 50, (byte) 0xd8, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x10, 70});
    MessageMetadata read = new MessageMetadata();
    read.parseFrom(twice.copy(), twice.readableBytes());

    peek(frame(command(3), twice));

    assertThat(peek.messages()).isEqualTo(read.getNumMessagesInBatch());
    assertThat(peek.messages()).isGreaterThan(1);
  }

  private static ByteBuf frame(BaseCommand command, ByteBuf metadata) {
    ByteBuf frame = Unpooled.buffer().writeInt(0).writeInt(command.getSerializedSize());
    command.writeTo(frame);
    frame.writeShort(0x0e01).writeInt(7).writeInt(metadata.readableBytes()).writeBytes(metadata);
    return frame.setInt(0, frame.readableBytes() - 4);
  }

  /** Not at the beginning of its buffer, as in a run of frames. */
  private void peek(ByteBuf frame) {
    peek.at(Unpooled.buffer().writeZero(5).writeBytes(frame), 5);
  }

  private static BaseCommand command(long consumerId) {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.MESSAGE);
    CommandMessage message = command.setMessage().setConsumerId(consumerId);
    message.setMessageId().setLedgerId(1L << 40).setEntryId(77).setPartition(3);
    return command;
  }

  private static MessageMetadata metadata() {
    return new MessageMetadata()
        .setProducerName("somebody")
        .setSequenceId(1L << 33)
        .setPublishTime(1_700_000_000_000L);
  }

  private static ByteBuf frame(
      BaseCommand command, MessageMetadata metadata, boolean checksum, boolean entryMetadata) {
    ByteBuf frame = Unpooled.buffer().writeInt(0).writeInt(command.getSerializedSize());
    command.writeTo(frame);
    if (entryMetadata) {
      BrokerEntryMetadata entry =
          new BrokerEntryMetadata().setBrokerTimestamp(5).setIndex(88);
      frame.writeShort(0x0e02).writeInt(entry.getSerializedSize());
      entry.writeTo(frame);
    }
    if (checksum) {
      frame.writeShort(0x0e01).writeInt(0x0e01_0e02);
    }
    frame.writeInt(metadata.getSerializedSize());
    metadata.writeTo(frame);
    frame.writeBytes(PAYLOAD);
    return frame.setInt(0, frame.readableBytes() - 4);
  }
}
