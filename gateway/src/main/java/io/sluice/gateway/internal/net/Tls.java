package io.sluice.gateway.internal.net;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.sluice.gateway.config.BrokerTls;
import io.sluice.gateway.config.CertificateFiles;
import io.sluice.gateway.config.KeyPairCheck;
import io.sluice.gateway.config.Listener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns the TLS settings into what Netty needs, anew whenever their files are replaced, and says which
 * file is at fault if one is.
 */
public final class Tls {

  private Tls() {}

  public static CertificateFiles<SslContext> towardsClients(Listener.Tls tls) throws IOException {
    List<Path> files = new ArrayList<>(List.of(tls.certificateChain(), tls.privateKey()));
    tls.clientTrust().ifPresent(files::add);
    return new CertificateFiles<>(files, () -> read(tls));
  }

  public static CertificateFiles<SslContext> towardsBrokers(BrokerTls tls) throws IOException {
    List<Path> files = new ArrayList<>();
    tls.trust().ifPresent(files::add);
    tls.identity()
        .ifPresent(own -> files.addAll(List.of(own.certificateChain(), own.privateKey())));
    return new CertificateFiles<>(files, () -> read(tls));
  }

  private static SslContext read(Listener.Tls tls) throws IOException {
    SslContextBuilder builder = identity(tls.certificateChain(), tls.privateKey());
    trust(builder, tls.clientTrust());
    builder.clientAuth(
        switch (tls.clientCertificates()) {
          case NONE -> ClientAuth.NONE;
          case OPTIONAL -> ClientAuth.OPTIONAL;
          case REQUIRED -> ClientAuth.REQUIRE;
        });
    return builder.build();
  }

  private static SslContext read(BrokerTls tls) throws IOException {
    SslContextBuilder builder = SslContextBuilder.forClient();
    trust(builder, tls.trust());
    builder.endpointIdentificationAlgorithm(tls.verifyHostname() ? "HTTPS" : null);
    if (tls.identity().isPresent()) {
      BrokerTls.Identity identity = tls.identity().get();
      try {
        builder.keyManager(
            identity.certificateChain().toFile(), identity.privateKey().toFile());
        KeyPairCheck.require(identity.certificateChain(), identity.privateKey());
      } catch (IllegalArgumentException e) {
        throw unusable(identity.certificateChain(), identity.privateKey(), e);
      }
    }
    return builder.build();
  }

  /** What went wrong, without what was sent: that may be the credentials of a client without TLS. */
  public static String fault(Throwable cause) {
    return cause instanceof NotSslRecordException
            || cause.getCause() instanceof NotSslRecordException
        ? "it does not speak TLS"
        : String.valueOf(cause.getMessage());
  }

  private static SslContextBuilder identity(Path certificateChain, Path privateKey)
      throws IOException {
    try {
      SslContextBuilder builder =
          SslContextBuilder.forServer(certificateChain.toFile(), privateKey.toFile());
      KeyPairCheck.require(certificateChain, privateKey);
      return builder;
    } catch (IllegalArgumentException e) {
      throw unusable(certificateChain, privateKey, e);
    }
  }

  private static IOException unusable(Path certificateChain, Path privateKey, Exception cause) {
    return new IOException(
        "cannot use the certificate " + certificateChain + " with the key " + privateKey
            + "; both must be PEM files, the key PKCS #8 without a password",
        cause);
  }

  private static void trust(SslContextBuilder builder, Optional<Path> authorities)
      throws IOException {
    if (authorities.isPresent()) {
      try {
        builder.trustManager(authorities.get().toFile());
      } catch (IllegalArgumentException e) {
        throw new IOException(
            "cannot read authorities from " + authorities.get() + "; it must be a PEM file", e);
      }
    }
  }
}
