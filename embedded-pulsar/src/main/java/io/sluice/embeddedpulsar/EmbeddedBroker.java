package io.sluice.embeddedpulsar;

import java.net.URI;
import java.util.Optional;

/**
 * Where a broker is reached.
 *
 * @param serviceUrl {@code pulsar://127.0.0.1:port}
 * @param tlsServiceUrl {@code pulsar+ssl://127.0.0.1:port}, if {@code brokerServicePortTls} is set
 * @param webUrl {@code http://127.0.0.1:port}, of its REST API
 */
public record EmbeddedBroker(URI serviceUrl, Optional<URI> tlsServiceUrl, URI webUrl) {}
