package io.sluice.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.protocol.wire.BaseCommand;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FramePeekTest {

  private static final int SEND_TAG = (6 << 3) | 2;
  private static final byte[] PAYLOAD = {0x0e, 0x01, 1, 2, 3, 4, 5};

  private final FramePeek peek = new FramePeek();

  @Test
  void shouldSeeWhoSendsHowMuch() throws MalformedFrameException {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.SEND);
    command
        .setSend()
        .setProducerId(300)
        .setSequenceId(1L << 40)
        .setNumMessages(129)
        .setHighestSequenceId(1L << 41);

    peek(frame(command, PAYLOAD));

    assertThat(peek.type()).isEqualTo(BaseCommand.Type.SEND_VALUE);
    assertThat(peek.producerId()).isEqualTo(300);
    assertThat(peek.messages()).isEqualTo(129);
    assertThat(peek.bodyBytes()).isEqualTo(PAYLOAD.length);
  }

  @Test
  void shouldSeeTheSameAsTheBrokersParserWhateverTheNumbers() throws MalformedFrameException {
    BaseCommand parsed = new BaseCommand();
    for (long producerId : new long[] {0, 1, 127, 128, 300, 1L << 40, -1}) {
      for (long sequenceId :
          new long[] {0, 1, 127, 128, 20_000, 1L << 31, 1L << 55, 1L << 56, -1}) {
        for (int messages : new int[] {-1, 0, 1, 2, 127, 128, 5000}) {
          for (int payloadBytes : new int[] {0, 3, 100}) {
            BaseCommand command = new BaseCommand().setType(BaseCommand.Type.SEND);
            command.setSend().setProducerId(producerId).setSequenceId(sequenceId);
            if (messages >= 0) {
              command.getSend().setNumMessages(messages);
            }
            ByteBuf frame = frame(command, new byte[payloadBytes]);
            Frames.parse(parsed, frame, 0);

            peek(frame);

            assertThat(peek.type()).isEqualTo(BaseCommand.Type.SEND_VALUE);
            assertThat(peek.producerId()).isEqualTo(parsed.getSend().getProducerId());
            assertThat(peek.messages()).isEqualTo(parsed.getSend().getNumMessages());
            assertThat(peek.bodyBytes()).isEqualTo(payloadBytes);
          }
        }
      }
    }
  }

  @Test
  void shouldSeeTheSameAsTheBrokersParserWhateverTheBytes() {
    Random random = new Random(1);
    var parsed = new org.apache.pulsar.common.api.proto.BaseCommand();
    // Numbers, a message id, an unknown field that may be longer than there is room for, long tags.
    byte[][] pieces = {
      {8, 1}, {8, 2}, {16, 3}, {16, (byte) 0x80, 1}, {24, 4}, {48, 5}, {0x4a, 4, 8, 1, 16, 1},
      {0x4a, 6, 8, 1, 16, 1, 0x7a, 2}, {0x7a, 2}, {0x7a, 1}, {0x5d, 0, 0, 0, 0}, {8}, {16}, {50, 4},
      {(byte) 0x88, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x10, 7}, {8, 6}, {(byte) 0x88, 0, 8}
    };
    int compared = 0;
    for (int i = 0; i < 300_000; i++) {
      ByteBuf body = Unpooled.buffer();
      for (int left = 1 + random.nextInt(7); left > 0; left--) {
        body.writeBytes(pieces[random.nextInt(pieces.length)]);
      }
      byte[] command = Unpooled.buffer()
          .writeBytes(
              new byte[] {8, 6, 50, (byte) (body.readableBytes() - random.nextInt(20) / 19)})
          .writeBytes(body)
          .copy()
          .array();
      ByteBuf frame = raw(command);
      try {
        parsed.parseFrom(frame.slice(8, command.length), command.length);
      } catch (RuntimeException e) {
        continue; // the broker would not read it, so nothing can be avoided by it
      }
      if (parsed.getType().getValue() != BaseCommand.Type.SEND_VALUE || !parsed.hasSend()) {
        continue;
      }
      compared++;
      try {
        peek(frame);
      } catch (MalformedFrameException stricter) {
        continue; // it does not pass either
      }
      assertThat(peek.type()).isEqualTo(BaseCommand.Type.SEND_VALUE);
      assertThat(peek.producerId()).isEqualTo(parsed.getSend().getProducerId());
      assertThat(peek.messages()).isEqualTo(parsed.getSend().getNumMessages());
    }
    assertThat(compared).isGreaterThan(10_000);
  }

  @Test
  void shouldTakeASendWithoutACountForOneMessage() throws MalformedFrameException {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.SEND);
    command.setSend().setProducerId(0).setSequenceId(0);

    peek(frame(command, PAYLOAD));

    assertThat(peek.producerId()).isZero();
    assertThat(peek.messages()).isEqualTo(1);
  }

  @Test
  void shouldNotKeepNumbersOfTheFrameBefore() throws MalformedFrameException {
    BaseCommand many = new BaseCommand().setType(BaseCommand.Type.SEND);
    many.setSend().setProducerId(7).setSequenceId(0).setNumMessages(500);
    BaseCommand one = new BaseCommand().setType(BaseCommand.Type.SEND);
    one.setSend().setProducerId(8).setSequenceId(1);

    peek(frame(many, PAYLOAD));
    peek(frame(one, PAYLOAD));

    assertThat(peek.messages()).isEqualTo(1);
    assertThat(peek.producerId()).isEqualTo(8);
  }

  @Test
  void shouldSeeWhoseReceiptItIs() throws MalformedFrameException {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.SEND_RECEIPT);
    command
        .setSendReceipt()
        .setProducerId(12)
        .setSequenceId(3)
        .setMessageId()
        .setLedgerId(1)
        .setEntryId(2);

    peek(frame(command));

    assertThat(peek.type()).isEqualTo(BaseCommand.Type.SEND_RECEIPT_VALUE);
    assertThat(peek.producerId()).isEqualTo(12);
  }

  @Test
  void shouldSeeTheTypeOfCommandsItDoesNotKnow() throws MalformedFrameException {
    peek(raw(varint(1 << 3), varint(1385), varint((1385 << 3) | 2), varint(2), new byte[] {8, 1}));

    assertThat(peek.type()).isEqualTo(1385);
  }

  @Test
  void shouldRefuseASecondType() {
    // The first type says PING, the second SEND; a broker believes the last.
    byte[] send = {8, 5, 16, 9, 24, 77};
    assertMalformed(
        raw(
            varint(8),
            varint(BaseCommand.Type.PING_VALUE),
            varint(SEND_TAG),
            varint(send.length),
            send,
            varint(8),
            varint(BaseCommand.Type.SEND_VALUE)),
        "not its type and then its body");
  }

  @Test
  void shouldRefuseASecondBody() {
    byte[] first = {8, 5, 16, 9, 24, 1};
    byte[] second = {8, 6, 16, 9, 24, 99};
    assertMalformed(
        raw(
            varint(8),
            varint(BaseCommand.Type.SEND_VALUE),
            varint(SEND_TAG),
            varint(first.length),
            first,
            varint(SEND_TAG),
            varint(second.length),
            second),
        "not its type and then its body");
  }

  @Test
  void shouldSeeTheProducerThatBrokersSeeIfATagIsTooLong() throws MalformedFrameException {
    // Brokers read the low 32 bits of a tag only: the last field is the producer's id as well.
    byte[] send = {8, 99, 16, 9, (byte) 0x88, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x10, 5};
    assertThatBrokersSee(5, raw(varint(8), varint(6), varint(SEND_TAG), varint(10), send));
  }

  @Test
  void shouldSeeTheProducerThatBrokersSeeIfAFieldIsLongerThanItSays()
      throws MalformedFrameException {
    // The message id says 2 bytes, and has a field of 2 more: the beginning of the next one, in
    // which the producer's id is hidden.
    byte[] send = {8, 99, 16, 9, 0x4a, 6, 8, 1, 16, 1, 0x7a, 2, 0x7a, 2, 8, 5};
    assertThatBrokersSee(5, raw(varint(8), varint(6), varint(SEND_TAG), varint(16), send));
  }

  private void assertThatBrokersSee(long producerId, ByteBuf frame) throws MalformedFrameException {
    var broker = new org.apache.pulsar.common.api.proto.BaseCommand();
    broker.parseFrom(frame.slice(8, frame.getInt(4)), frame.getInt(4));
    assertThat(broker.getSend().getProducerId()).isEqualTo(producerId);

    peek(frame);

    assertThat(peek.producerId()).isEqualTo(producerId);
  }

  @Test
  void shouldReadFieldsInAnyOrderAndSkipUnknownOnes() throws MalformedFrameException {
    byte[] send = {24, 4, (byte) 0xd2, 0x3e, 2, 1, 1, 0x5d, 0, 0, 0, 0, 16, 9, 8, 5};
    peek(raw(
        varint(8),
        varint(BaseCommand.Type.SEND_VALUE),
        varint(SEND_TAG),
        varint(send.length),
        send));

    assertThat(peek.producerId()).isEqualTo(5);
    assertThat(peek.messages()).isEqualTo(4);
  }

  @Test
  void shouldRefuseWhatIsNoFrame() {
    assertMalformed(Unpooled.buffer().writeInt(0), "a frame of 4 bytes");
    assertMalformed(
        Unpooled.buffer().writeInt(6).writeInt(900).writeZero(2), "a command of 900 bytes");
    assertMalformed(
        Unpooled.buffer().writeInt(6).writeInt(-1).writeZero(2), "a command of -1 bytes");
    assertMalformed(raw(varint(8), new byte[] {-1, -1, -1}), "a number that does not end");
    assertMalformed(
        raw(varint(8), varint(BaseCommand.Type.SEND_VALUE)), "not its type and then its body");
    assertMalformed(raw(new byte[] {99, 98, 97}), "not its type and then its body");
    byte[] tooLong = {8, 5, 26, 100};
    assertMalformed(
        raw(varint(8), varint(6), varint(SEND_TAG), varint(4), tooLong), "cannot be parsed");
    byte[] group = {8, 5, 27, 1};
    assertMalformed(
        raw(varint(8), varint(6), varint(SEND_TAG), varint(4), group), "cannot be parsed");
  }

  private void peek(ByteBuf frame) throws MalformedFrameException {
    int length = frame.readableBytes();
    ByteBuf somewhere = Unpooled.buffer().writeZero(13).writeBytes(frame).writeZero(5);
    peek.at(somewhere, 13, length);
  }

  private void assertMalformed(ByteBuf frame, String why) {
    assertThatThrownBy(() -> peek(frame))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessageContaining(why);
  }

  private static ByteBuf frame(BaseCommand command, byte... payload) {
    ByteBuf frame = Frames.of(command);
    ByteBuf whole = Unpooled.buffer().writeBytes(frame).writeBytes(payload);
    return whole.setInt(0, whole.readableBytes() - 4);
  }

  private static ByteBuf raw(byte[]... parts) {
    byte[] command = Unpooled.wrappedBuffer(parts).copy().array();
    return Unpooled.buffer()
        .writeInt(4 + command.length)
        .writeInt(command.length)
        .writeBytes(command);
  }

  private static byte[] varint(int value) {
    return value < 128
        ? new byte[] {(byte) value}
        : new byte[] {(byte) ((value & 127) | 128), (byte) (value >>> 7)};
  }
}
