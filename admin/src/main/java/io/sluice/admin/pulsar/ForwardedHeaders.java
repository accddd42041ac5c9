package io.sluice.admin.pulsar;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.RequestHeadersBuilder;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import io.netty.util.AsciiString;
import java.util.List;

/** Headers without those that are meant for one connection only. */
final class ForwardedHeaders {

  private static final List<AsciiString> OF_A_CONNECTION = List.of(
      HttpHeaderNames.CONNECTION,
      HttpHeaderNames.KEEP_ALIVE,
      HttpHeaderNames.PROXY_AUTHENTICATE,
      HttpHeaderNames.PROXY_AUTHORIZATION,
      AsciiString.cached("proxy-connection"),
      HttpHeaderNames.TE,
      HttpHeaderNames.TRAILER,
      HttpHeaderNames.TRANSFER_ENCODING,
      HttpHeaderNames.UPGRADE);

  private static final List<AsciiString> OF_THIS_SERVER = List.of(
      HttpHeaderNames.AUTHORITY,
      HttpHeaderNames.SCHEME,
      HttpHeaderNames.HOST,
      HttpHeaderNames.EXPECT);

  private ForwardedHeaders() {}

  /** A request's, credentials included. */
  static RequestHeaders of(RequestHeaders headers) {
    RequestHeadersBuilder builder = headers.toBuilder();
    OF_A_CONNECTION.forEach(builder::remove);
    OF_THIS_SERVER.forEach(builder::remove);
    return builder.build();
  }

  /** An answer's. */
  static ResponseHeaders of(ResponseHeaders headers) {
    ResponseHeadersBuilder builder = headers.toBuilder();
    OF_A_CONNECTION.forEach(builder::remove);
    return builder.build();
  }
}
