package io.sluice.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandConnect;
import org.junit.jupiter.api.Test;

class FrameEditorTest {

  private static final int PROXY_TO_BROKER_URL = 6;

  @Test
  void shouldTakeOneFieldAwayAndKeepTheRest() throws MalformedFrameException {
    BaseCommand command = connect();
    command.getConnect().setProxyToBrokerUrl("broker:6650");

    ByteBuf edited = FrameEditor.edit(
        Frames.of(command),
        BaseCommand.Type.CONNECT_VALUE,
        fields -> fields.without(PROXY_TO_BROKER_URL));

    assertThat(edited).isEqualTo(Frames.of(connect()));
  }

  @Test
  void shouldKeepFieldsThatNobodyHereKnows() throws MalformedFrameException {
    // A flag 1385 of the features, a field 200 of the command and a field 3000 of the base.
    RawMessage features = RawMessage.parse(new byte[] {8, 1}).with(1385, true);
    RawMessage connect =
        RawMessage.parse(new byte[] {10, 1, 'c'}).with(10, features.toBytes()).with(200, "future");
    byte[] base = RawMessage.parse(new byte[] {8, 2})
        .with(2, connect.toBytes())
        .with(3000, "more")
        .toBytes();
    ByteBuf frame =
        Unpooled.buffer().writeInt(4 + base.length).writeInt(base.length).writeBytes(base);

    ByteBuf edited = FrameEditor.edit(
        frame, BaseCommand.Type.CONNECT_VALUE, fields -> fields.with(PROXY_TO_BROKER_URL, "b:1"));

    byte[] after = ByteBufUtil.getBytes(edited, 8, edited.readableBytes() - 8);
    RawMessage command = RawMessage.parse(RawMessage.parse(after).bytes(2));
    assertThat(RawMessage.parse(after).string(3000)).isEqualTo("more");
    assertThat(command.string(200)).isEqualTo("future");
    assertThat(command.bytes(10)).isEqualTo(features.toBytes());
    assertThat(command.string(PROXY_TO_BROKER_URL)).isEqualTo("b:1");
  }

  @Test
  void shouldReplaceEveryValueOfAField() throws MalformedFrameException {
    byte[] twice = {50, 1, 'a', 50, 1, 'b'};

    RawMessage edited = RawMessage.parse(twice).with(PROXY_TO_BROKER_URL, "c");

    assertThat(edited.toBytes()).containsExactly(50, 1, 'c');
  }

  @Test
  void shouldBelieveTheLastValueAsBrokersDo() throws MalformedFrameException {
    byte[] twice = {50, 1, 'a', 50, 1, 'b'};

    assertThat(RawMessage.parse(twice).string(PROXY_TO_BROKER_URL)).isEqualTo("b");
  }

  @Test
  void shouldWriteFieldsOfEveryKindAsTheyWere() throws MalformedFrameException {
    byte[] all = {8, (byte) 0x96, 1, 17, 1, 2, 3, 4, 5, 6, 7, 8, 26, 2, 9, 9, 37, 1, 2, 3, 4};

    assertThat(RawMessage.parse(all).toBytes()).isEqualTo(all);
    assertThat(RawMessage.parse(all).with(7, false).without(7).toBytes()).isEqualTo(all);
  }

  @Test
  void shouldRefuseWhatIsNoMessage() {
    assertThatThrownBy(() -> RawMessage.parse(new byte[] {10, 5, 1}))
        .isInstanceOf(MalformedFrameException.class);
    assertThatThrownBy(() -> RawMessage.parse(new byte[] {11}))
        .isInstanceOf(MalformedFrameException.class);
    assertThatThrownBy(() -> RawMessage.parse(new byte[] {8, -1}))
        .isInstanceOf(MalformedFrameException.class);
  }

  @Test
  void shouldRefuseAFrameWithAPayload() {
    ByteBuf frame = Unpooled.buffer().writeBytes(Frames.of(connect())).writeZero(3);

    assertThatThrownBy(
            () -> FrameEditor.edit(frame, BaseCommand.Type.CONNECT_VALUE, fields -> fields))
        .isInstanceOf(MalformedFrameException.class);
  }

  private static BaseCommand connect() {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.CONNECT);
    CommandConnect connect = command.setConnect();
    connect
        .setClientVersion("test")
        .setAuthMethodName("token")
        .setAuthData("secret".getBytes(UTF_8));
    connect.setProtocolVersion(21);
    return command;
  }
}
