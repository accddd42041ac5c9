package io.sluice.gateway.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sluice.gateway.Commands;
import io.sluice.gateway.Peer;
import io.sluice.protocol.Frames;
import io.sluice.protocol.MalformedFrameException;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandConnect;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConnectFrameTest {

  @Test
  void shouldVouchForAClientByTheNameInItsCertificateWhateverItSaysItself()
      throws MalformedFrameException {
    BaseCommand command = byCertificate();
    command
        .getConnect()
        .setOriginalPrincipal("admin")
        .setOriginalAuthData("stolen")
        .setOriginalAuthMethod("token");

    ConnectFrame connect = ConnectFrame.read(Frames.of(command), Optional.of("orders"));

    CommandConnect relayed = relayed(connect);
    assertThat(connect.byCertificate()).isTrue();
    assertThat(relayed.getAuthMethodName()).isEqualTo("tls");
    assertThat(relayed.getOriginalPrincipal()).isEqualTo("orders");
    assertThat(relayed.getOriginalAuthMethod()).isEqualTo("tls");
    assertThat(relayed.hasOriginalAuthData()).isFalse();
  }

  @Test
  void shouldRefuseACertificateThatWasNotShown() {
    assertThatThrownBy(() -> ConnectFrame.read(Frames.of(byCertificate()), Optional.empty()))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessageContaining("without a certificate");
  }

  @Test
  void shouldPassOtherCredentialsOnAsTheyAreAlsoBesideACertificate()
      throws MalformedFrameException {
    ConnectFrame connect =
        ConnectFrame.read(Frames.of(Commands.connectTo("b:6650")), Optional.of("orders"));

    assertThat(connect.target()).contains("b:6650");
    assertThat(connect.toBuffer()).isEqualTo(Frames.of(Commands.connect()));
  }

  @Test
  void shouldKeepTheFlagOfAClientWithACertificateToItself() throws MalformedFrameException {
    BaseCommand command = byCertificate();
    command.getConnect().setFeatureFlags().setSupportsThrottleProducerCommands(true);

    ConnectFrame connect = ConnectFrame.read(Frames.of(command), Optional.of("orders"));

    assertThat(connect.aware()).isTrue();
    assertThat(relayed(connect).getOriginalPrincipal()).isEqualTo("orders");
    assertThat(relayed(connect).getFeatureFlags().isSupportsThrottleProducerCommands())
        .isFalse();
  }

  @Test
  void shouldKeepTheFlagWhenCredentialsAreRenewed() throws MalformedFrameException {
    ConnectFrame connect = ConnectFrame.read(Frames.of(Commands.connectAware()), Optional.empty());

    ConnectFrame renewed = connect.withCredentials(new byte[] {1});

    assertThat(renewed.aware()).isTrue();
    assertThat(relayed(renewed).getFeatureFlags().isSupportsThrottleProducerCommands())
        .isFalse();
  }

  @Test
  void shouldNotPrintSecrets() throws MalformedFrameException {
    ConnectFrame connect = ConnectFrame.read(Frames.of(Commands.connect()), Optional.empty());

    assertThat(connect.toString())
        .doesNotContain("secret")
        .doesNotContain(ByteBufUtil.hexDump(connect.frame()));
  }

  @Test
  void shouldRefuseAFieldThatBrokersWouldReadAsAnother() {
    // The tag of the last field is that of a CONNECT in its low 32 bits, which is all that is read.
    ByteBuf twice = Unpooled.buffer()
        .writeBytes(new byte[] {8, 2, 0x12, 13, 10, 1, 'x', 0x2a, 3, 't', 'l', 's'})
        .writeBytes(new byte[] {0x3a, 3, 'b', 'o', 'b'})
        .writeBytes(new byte[] {(byte) 0x92, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x10, 7})
        .writeBytes(new byte[] {10, 1, 'x', 0x2a, 2, 'm', 'e'});

    assertMalformed(twice);
  }

  @Test
  void shouldRefuseAFieldThatHidesAnotherCertificatesName() {
    // The feature flags say 2 bytes, and have a field of 2 more: the tag and the length of the next
    // one. What is in that one is then what brokers see.
    ByteBuf hidden = Unpooled.buffer()
        .writeBytes(new byte[] {8, 2, 0x12, 23, 10, 1, 'x', 0x2a, 2, 'm', 'e'})
        .writeBytes(new byte[] {0x52, 2, 0x7a, 2, 0x1a, 10})
        .writeBytes(new byte[] {0x2a, 3, 't', 'l', 's', 0x3a, 3, 'b', 'o', 'b'});

    assertMalformed(hidden);
  }

  private static void assertMalformed(ByteBuf command) {
    ByteBuf frame = Unpooled.buffer()
        .writeInt(4 + command.readableBytes())
        .writeInt(command.readableBytes())
        .writeBytes(command);
    assertThatThrownBy(() -> ConnectFrame.read(frame, Optional.empty()))
        .isInstanceOf(MalformedFrameException.class);
  }

  private static CommandConnect relayed(ConnectFrame connect) {
    return Peer.command(ByteBufUtil.getBytes(connect.toBuffer())).getConnect();
  }

  private static BaseCommand byCertificate() {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.CONNECT);
    command.setConnect().setClientVersion("by hand").setAuthMethodName("tls");
    return command;
  }
}
