package io.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslContextBuilder;
import io.sluice.gateway.internal.net.Tls;
import io.sluice.protocol.Frames;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What the log says of TLS that does not come about. */
class TlsFaultTest {

  @Test
  void shouldNotRepeatTheCredentialsOfAClientThatForgotTls() throws Exception {
    EmbeddedChannel channel = new EmbeddedChannel(
        SslContextBuilder.forClient().build().newHandler(Unpooled.EMPTY_BUFFER.alloc()));

    Throwable fault = catchThrowable(() -> channel.writeInbound(Frames.of(Commands.connect())));

    String secret = ByteBufUtil.hexDump("secret".getBytes(StandardCharsets.UTF_8));
    assertThat(fault).hasMessageContaining(secret);
    assertThat(Tls.fault(fault)).doesNotContain(secret).contains("does not speak TLS");
    channel.finishAndReleaseAll();
  }
}
