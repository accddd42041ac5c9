package io.sluice.gateway.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * An address at which clients are served.
 *
 * @param host which of the machine's addresses; {@code 0.0.0.0} for all
 * @param port its port; 0 lets the system choose
 * @param proxyProtocol whether every connection begins with a header of HAProxy's PROXY protocol,
 *     version 1 or 2, and is refused without one: only for a listener that no peer but a load balancer
 *     reaches, as the header is believed
 * @param tls whether and how to speak TLS
 */
public record Listener(String host, int port, boolean proxyProtocol, Optional<Tls> tls) {

  /** A listener without TLS. */
  public static Listener plain(String host, int port) {
    return new Listener(host, port, false, Optional.empty());
  }

  /**
   * TLS towards the clients.
   *
   * @param certificateChain PEM file, the own certificate first
   * @param privateKey PEM file, PKCS #8, without a password
   * @param clientCertificates whether clients are asked for certificates
   * @param clientTrust PEM file of the authorities that may have signed a client's certificate; the
   *     JDK's own if there is none
   */
  public record Tls(
      Path certificateChain,
      Path privateKey,
      ClientCertificates clientCertificates,
      Optional<Path> clientTrust) {}

  /** Whether clients are asked for certificates. */
  public enum ClientCertificates {
    /** They are not. */
    NONE,
    /** They may show one, and it must be good. */
    OPTIONAL,
    /** They must show one. */
    REQUIRED
  }
}
