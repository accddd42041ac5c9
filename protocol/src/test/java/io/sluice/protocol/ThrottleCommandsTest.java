package io.sluice.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandThrottleProducer.ThrottlingReason;
import org.junit.jupiter.api.Test;

class ThrottleCommandsTest {

  static final int FIRST_OF_OUR_OWN = 1385;

  private static final byte[] FLAGS_OF_A_LATER_CLIENT = {8, 1, (byte) 0xF8, (byte) 0x7F, 1};

  @Test
  void shouldBeOnTheWireAsDocumented() {
    assertThat(ByteBufUtil.hexDump(
            ThrottleCommands.throttle(7, 3, ThrottlingReason.TopicProduceQuotaExceeded, 250)))
        .isEqualTo("00000013" + "0000000f" + "08e90a" + "ca56" + "09" + "0807" + "1003" + "2000"
            + "28fa01");
    assertThat(ByteBufUtil.hexDump(ThrottleCommands.receipt(7)))
        .isEqualTo("0000000c" + "00000008" + "08ea0a" + "d256" + "02" + "0807");
  }

  @Test
  void shouldBeSeenByAPeek() throws MalformedFrameException {
    ByteBuf frame = ThrottleCommands.receipt(Long.MAX_VALUE);
    FramePeek peek = new FramePeek();

    peek.at(frame, 0, frame.readableBytes());

    assertThat(peek.type()).isEqualTo(BaseCommand.Type.THROTTLE_PRODUCER_RECEIPT_VALUE);
  }

  @Test
  void shouldTakeNoNumberThatPulsarHas() {
    for (int number = FIRST_OF_OUR_OWN; number <= FIRST_OF_OUR_OWN + 1; number++) {
      int command = number;
      assertThat(org.apache.pulsar.common.api.proto.BaseCommand.Type.valueOf(command))
          .isNull();
    }
  }

  @Test
  void shouldAnnounceTheFlagBesideAllOthers() throws MalformedFrameException {
    ByteBuf frame = connect(FLAGS_OF_A_LATER_CLIENT);

    ByteBuf announced = ThrottleCommands.announceInConnect(frame);

    BaseCommand command = new BaseCommand();
    Frames.parse(command, announced, 0);
    assertThat(command.getConnect().getFeatureFlags().isSupportsThrottleProducerCommands())
        .isTrue();
    RawMessage withdrawn = ThrottleCommands.withdrawnFromConnect(connectFields(announced));
    assertThat(withdrawn.bytes(10)).isEqualTo(FLAGS_OF_A_LATER_CLIENT);
  }

  @Test
  void shouldAnnounceItWhereThereAreNoFlagsAtAll() throws MalformedFrameException {
    BaseCommand connected = new BaseCommand().setType(BaseCommand.Type.CONNECTED);
    connected.setConnected().setServerVersion("s").setMaxMessageSize(5);

    ByteBuf announced = ThrottleCommands.announceInConnected(Frames.of(connected));

    BaseCommand command = new BaseCommand();
    Frames.parse(command, announced, 0);
    assertThat(command.getConnected().getFeatureFlags().isSupportsThrottleProducerCommands())
        .isTrue();
    assertThat(command.getConnected().getMaxMessageSize()).isEqualTo(5);
  }

  @Test
  void shouldNotSpeakForAClientThatSaysNo() throws MalformedFrameException {
    BaseCommand command = new BaseCommand();

    Frames.parse(command, connect(FLAGS_OF_A_LATER_CLIENT), 0);

    assertThat(command.getConnect().getFeatureFlags().isSupportsThrottleProducerCommands())
        .isFalse();
  }

  @Test
  void shouldRefuseFlagsThatAreNone() {
    assertThatThrownBy(() -> ThrottleCommands.announceInConnect(connect(new byte[] {(byte) 0xFF})))
        .isInstanceOf(MalformedFrameException.class);
  }

  private static ByteBuf connect(byte[] flags) throws MalformedFrameException {
    byte[] fields = RawMessage.parse(new byte[] {10, 1, 'c'}).with(10, flags).toBytes();
    byte[] base = RawMessage.parse(new byte[] {8, 2}).with(2, fields).toBytes();
    return Unpooled.buffer().writeInt(4 + base.length).writeInt(base.length).writeBytes(base);
  }

  private static RawMessage connectFields(ByteBuf frame) throws MalformedFrameException {
    byte[] base = ByteBufUtil.getBytes(frame, 8, frame.readableBytes() - 8);
    return RawMessage.parse(RawMessage.parse(base).bytes(2));
  }
}
