package io.sluice.gateway.pulsar;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.gateway.Gateway;
import io.sluice.gateway.config.GatewayConfig;
import io.sluice.gateway.config.Listener;
import io.sluice.protocol.wire.BaseCommand;
import java.io.EOFException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A load balancer in front of the gateway that says whom it speaks for. */
class ProxyProtocolTest {

  private static final int MORE_THAN_A_HEADER = 200;

  private Gateway gateway;

  @BeforeEach
  void start() {
    gateway = Gateways.start(GatewayConfig.of(
        new Listener("127.0.0.1", 0, true, Optional.empty()), Gateways.cluster(Clusters.plain())));
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  static Stream<byte[]> headers() {
    byte[] version2 = ByteBuffer.allocate(28)
        .put(new byte[] {13, 10, 13, 10, 0, 13, 10, 81, 85, 73, 84, 10})
        .put(new byte[] {0x21, 0x11, 0, 12})
        .put(new byte[] {(byte) 192, 0, 2, 7})
        .put(new byte[] {(byte) 192, 0, 2, 8})
        .putShort((short) 4711)
        .putShort((short) 6650)
        .array();
    return Stream.of("PROXY TCP4 192.0.2.7 192.0.2.8 4711 6650\r\n".getBytes(US_ASCII), version2);
  }

  @ParameterizedTest
  @MethodSource("headers")
  void shouldShowTheClientsAddressFromTheHeader(byte[] header) throws Exception {
    try (RawClient client = connect()) {
      client.send(header);
      client.send(connectCommand());
      assertThat(client.receive().getType()).isEqualTo(BaseCommand.Type.CONNECTED);
      assertThat(Gateways.connections(gateway)).singleElement().satisfies(connection -> {
        assertThat(connection.client()).isEqualTo(new InetSocketAddress("192.0.2.7", 4711));
        assertThat(connection.clientVersion()).isEqualTo("by hand");
        assertThat(connection.broker()).isPresent();
      });
    }
  }

  @Test
  void shouldRefuseWhoeverSendsNoHeader() throws Exception {
    try (RawClient client = connect()) {
      client.send(new byte[MORE_THAN_A_HEADER]);
      assertThatThrownBy(client::receive)
          .isInstanceOfAny(EOFException.class, SocketException.class);
    }
  }

  private RawClient connect() throws Exception {
    return new RawClient(
        new Socket(gateway.addresses().get(0).getAddress(), Gateways.port(gateway)));
  }

  private static BaseCommand connectCommand() {
    BaseCommand command = new BaseCommand().setType(BaseCommand.Type.CONNECT);
    command.setConnect().setClientVersion("by hand").setProtocolVersion(21);
    return command;
  }
}
