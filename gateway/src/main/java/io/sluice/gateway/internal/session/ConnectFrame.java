package io.sluice.gateway.internal.session;

import io.netty.buffer.ByteBuf;
import io.sluice.protocol.FrameEditor;
import io.sluice.protocol.Frames;
import io.sluice.protocol.MalformedFrameException;
import io.sluice.protocol.ThrottleCommands;
import io.sluice.protocol.wire.BaseCommand;
import io.sluice.protocol.wire.CommandConnect;
import java.util.Optional;

/**
 * A client's CONNECT as it is passed on to brokers: byte by byte, credentials included. Only the address
 * that the client wants to be relayed to is left out, and of an aware client the feature flag that says
 * so. So brokers see who the client is, and no credentials of the gateway's own are needed.
 *
 * <p>A client's certificate is the exception, as it ends at the gateway. The gateway then shows its
 * own to the broker and names the client's as the original principal, which brokers believe of their
 * proxy roles. Whatever a client itself says about an original principal is dropped in that case:
 * believed, it could claim to be any user.
 *
 * @param frame the whole frame for brokers, on the heap; holds secrets, so it must never be printed
 * @param clientVersion what the client calls itself
 * @param target the broker the client asked for
 * @param byCertificate whether the client is known to the broker by its certificate
 * @param aware whether it understands THROTTLE_PRODUCER; only the gateway sends it that, so brokers do
 *     not hear of it
 */
record ConnectFrame(
    ByteBuf frame,
    String clientVersion,
    Optional<String> target,
    boolean byCertificate,
    boolean aware) {

  private static final int CONNECT = BaseCommand.Type.CONNECT_VALUE;
  private static final int AUTH_METHOD = 2;
  private static final int AUTH_DATA = 3;
  private static final int AUTH_METHOD_NAME = 5;
  private static final int PROXY_TO_BROKER_URL = 6;
  private static final int ORIGINAL_PRINCIPAL = 7;
  private static final int ORIGINAL_AUTH_DATA = 8;
  private static final int ORIGINAL_AUTH_METHOD = 9;
  private static final String TLS = "tls";

  /**
   * Reads a client's CONNECT.
   *
   * @param principal whom the client's certificate is for, if it has shown one
   */
  static ConnectFrame read(ByteBuf in, Optional<String> principal) throws MalformedFrameException {
    BaseCommand command = new BaseCommand();
    Frames.parse(command, in, in.readerIndex());
    CommandConnect connect = command.getConnect();
    boolean byCertificate = isByCertificate(connect);
    if (byCertificate && principal.isEmpty()) {
      throw new MalformedFrameException("authentication by certificate without a certificate");
    }
    boolean aware =
        connect.hasFeatureFlags() && connect.getFeatureFlags().isSupportsThrottleProducerCommands();
    ByteBuf edited = FrameEditor.edit(in, CONNECT, fields -> {
      var announced = fields.without(PROXY_TO_BROKER_URL);
      var relayed = aware ? ThrottleCommands.withdrawnFromConnect(announced) : announced;
      return !byCertificate
          ? relayed
          : relayed
              .without(AUTH_METHOD)
              .with(AUTH_METHOD_NAME, TLS)
              .without(ORIGINAL_AUTH_DATA)
              .with(ORIGINAL_AUTH_METHOD, TLS)
              .with(ORIGINAL_PRINCIPAL, principal.orElseThrow());
    });
    requireSameForBrokers(edited, byCertificate, principal);
    return new ConnectFrame(
        edited,
        connect.getClientVersion(),
        connect.hasProxyToBrokerUrl()
            ? Optional.of(connect.getProxyToBrokerUrl())
            : Optional.empty(),
        byCertificate,
        aware);
  }

  /** The same client with credentials that it has renewed since. */
  ConnectFrame withCredentials(byte[] authData) throws MalformedFrameException {
    if (byCertificate) {
      return this;
    }
    ByteBuf edited = FrameEditor.edit(frame, CONNECT, fields -> fields.with(AUTH_DATA, authData));
    requireSameForBrokers(edited, false, Optional.empty());
    return new ConnectFrame(edited, clientVersion, target, false, aware);
  }

  /**
   * Parses the edited CONNECT as the broker will, and checks that the authentication method and the
   * original principal are still those that were decided here. A CONNECT can be written so that
   * other fields count once some are edited.
   */
  private static void requireSameForBrokers(
      ByteBuf edited, boolean byCertificate, Optional<String> principal)
      throws MalformedFrameException {
    BaseCommand command = new BaseCommand();
    Frames.parse(command, edited, edited.readerIndex());
    CommandConnect connect = command.getConnect();
    boolean same = byCertificate
        ? isByCertificate(connect)
            && !connect.hasOriginalAuthData()
            && connect.hasOriginalPrincipal()
            && principal.equals(Optional.of(connect.getOriginalPrincipal()))
        : !isByCertificate(connect);
    if (!same) {
      throw new MalformedFrameException("a CONNECT that can be read in two ways");
    }
  }

  private static boolean isByCertificate(CommandConnect connect) {
    return connect.hasAuthMethodName() && connect.getAuthMethodName().equals(TLS);
  }

  /** For one broker, who may read and release it. */
  ByteBuf toBuffer() {
    return frame.retainedDuplicate();
  }

  @Override
  public String toString() {
    return "ConnectFrame[" + clientVersion + "]";
  }
}
