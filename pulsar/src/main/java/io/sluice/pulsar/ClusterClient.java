package io.sluice.pulsar;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.pulsar.client.api.Authentication;
import org.apache.pulsar.client.api.AuthenticationFactory;
import org.apache.pulsar.client.api.ClientBuilder;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.SizeUnit;

/**
 * How a node itself reaches the cluster.
 *
 * @param serviceUrl such as {@code pulsar://broker-1:6650,broker-2:6650}
 * @param token asked for whenever a connection is made; empty if the cluster wants none
 * @param tls if the URL is {@code pulsar+ssl://}
 */
public record ClusterClient(
    String serviceUrl, Optional<Supplier<String>> token, Optional<Tls> tls) {

  private static final int OPERATION_TIMEOUT_SECONDS = 10;

  /** A node that is cut off should be back soon after its cluster is. */
  private static final int LONGEST_BACKOFF_SECONDS = 5;

  private static final long MEMORY_MEGABYTES = 16;

  /**
   * PEM files.
   *
   * @param trust authorities that may have signed the brokers' certificates; those of the JDK without
   *     it
   * @param verifyHostname whether a certificate must be for the host that was dialled
   * @param certificate what the node shows of itself
   * @param key its private key
   */
  public record Tls(
      Optional<Path> trust,
      boolean verifyHostname,
      Optional<Path> certificate,
      Optional<Path> key) {}

  /**
   * Makes a client, which connects when it is used.
   *
   * @throws PulsarClientException if the settings cannot be used
   */
  public PulsarClient open() throws PulsarClientException {
    ClientBuilder builder = PulsarClient.builder()
        .serviceUrl(serviceUrl)
        .ioThreads(1)
        .listenerThreads(1)
        .memoryLimit(MEMORY_MEGABYTES, SizeUnit.MEGA_BYTES)
        .maxBackoffInterval(LONGEST_BACKOFF_SECONDS, TimeUnit.SECONDS)
        .operationTimeout(OPERATION_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    tls.ifPresent(settings -> {
      builder.enableTlsHostnameVerification(settings.verifyHostname);
      settings.trust.ifPresent(file -> builder.tlsTrustCertsFilePath(file.toString()));
      settings.certificate.ifPresent(file -> builder.tlsCertificateFilePath(file.toString()));
      settings.key.ifPresent(file -> builder.tlsKeyFilePath(file.toString()));
    });
    authentication().ifPresent(builder::authentication);
    return builder.build();
  }

  private Optional<Authentication> authentication() {
    return token
        .map(AuthenticationFactory::token)
        .or(() ->
            tls.flatMap(settings -> settings.certificate.flatMap(certificate -> settings.key.map(
                key -> AuthenticationFactory.TLS(certificate.toString(), key.toString())))));
  }

  /** A token must not stand in a log. */
  @Override
  public String toString() {
    return "ClusterClient[" + serviceUrl + "]";
  }
}
