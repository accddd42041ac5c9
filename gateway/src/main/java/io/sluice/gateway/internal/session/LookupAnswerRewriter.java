package io.sluice.gateway.internal.session;

import io.netty.buffer.ByteBuf;
import io.sluice.gateway.config.BrokerAddress;
import io.sluice.gateway.internal.net.BrokerAllowList;
import io.sluice.protocol.FrameEditor;
import io.sluice.protocol.MalformedFrameException;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandLookupTopicResponse;
import java.util.Optional;

/**
 * Changes what brokers say about where a topic is, so that clients come back through the gateway. The
 * two addresses of a broker, with TLS and without, become the one at which the gateway reaches it: how
 * the client speaks to the gateway is another matter.
 */
final class LookupAnswerRewriter {

  private static final int LOOKUP_URL = 1;
  private static final int LOOKUP_URL_TLS = 2;
  private static final int PROXY_THROUGH_SERVICE_URL = 8;
  private static final int ASSIGNED_URL = 3;
  private static final int ASSIGNED_URL_TLS = 4;

  private final boolean tls;
  private final BrokerAllowList allowList;

  LookupAnswerRewriter(boolean tls, BrokerAllowList allowList) {
    this.tls = tls;
    this.allowList = allowList;
  }

  /** The URL at which the gateway reaches the broker that a lookup names. */
  Optional<String> broker(CommandLookupTopicResponse response) {
    if (tls) {
      return response.hasBrokerServiceUrlTls()
          ? discover(response.getBrokerServiceUrlTls())
          : Optional.empty();
    }
    return response.hasBrokerServiceUrl()
        ? discover(response.getBrokerServiceUrl())
        : Optional.empty();
  }

  /**
   * Lets clients be relayed to a broker that another broker of its cluster has named, if discovery is on.
   *
   * @return the URL; empty if it is none
   */
  private Optional<String> discover(String url) {
    if (url.isEmpty()) {
      return Optional.empty();
    }
    try {
      allowList.discovered(BrokerAddress.parse(url));
      return Optional.of(url);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The answer to a lookup, with this URL and with {@code proxy_through_service_url}, so that the client comes back through the gateway. */
  static ByteBuf throughGateway(ByteBuf answer, String url) throws MalformedFrameException {
    return FrameEditor.edit(answer, BaseCommand.Type.LOOKUP_RESPONSE_VALUE, fields -> fields
        .with(LOOKUP_URL, url)
        .with(LOOKUP_URL_TLS, url)
        .with(PROXY_THROUGH_SERVICE_URL, true));
  }

  /**
   * A broker's order to close a producer or consumer, whose new broker it may name. If the gateway
   * cannot reach that one, it is left out, and the client asks where to go.
   *
   * @param leaveOut whether it is left out in any case
   */
  ByteBuf assigned(ByteBuf close, int type, boolean leaveOut) throws MalformedFrameException {
    return FrameEditor.edit(
        close, type, fields -> discover(fields.string(tls ? ASSIGNED_URL_TLS : ASSIGNED_URL))
            .filter(url -> !leaveOut)
            .map(url -> fields.with(ASSIGNED_URL, url).with(ASSIGNED_URL_TLS, url))
            .orElseGet(() -> fields.without(ASSIGNED_URL).without(ASSIGNED_URL_TLS)));
  }
}
