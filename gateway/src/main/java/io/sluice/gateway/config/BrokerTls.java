package io.sluice.gateway.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * TLS towards the brokers.
 *
 * @param trust PEM file of the authorities that may have signed a broker's certificate; the JDK's own
 *     if there is none
 * @param verifyHostname whether the certificate must be for the host that was dialled
 * @param identity what the gateway shows of itself; brokers then have to list it among their proxy
 *     roles, as clients with certificates of their own are passed on under it
 */
public record BrokerTls(Optional<Path> trust, boolean verifyHostname, Optional<Identity> identity) {

  /**
   * A certificate and its key.
   *
   * @param certificateChain PEM file, the own certificate first
   * @param privateKey PEM file, PKCS #8, without a password
   */
  public record Identity(Path certificateChain, Path privateKey) {}
}
