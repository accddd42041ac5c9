package io.sluice.server;

import io.sluice.gateway.config.BrokerAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Brokers as Pulsar's clients name them: {@code pulsar://a:6650,b:6650}, or {@code pulsar+ssl://…}.
 *
 * @param tls whether they are spoken to in TLS
 * @param addresses in the order given
 */
public record BrokerUrls(boolean tls, List<BrokerAddress> addresses) {

  static final BrokerUrls NONE = new BrokerUrls(false, List.of());

  private static final String PLAIN = "pulsar://";
  private static final String SECURE = "pulsar+ssl://";

  /** Copies the list. */
  public BrokerUrls {
    addresses = List.copyOf(addresses);
  }

  /** Nothing if the text is no such URL. */
  public static Optional<BrokerUrls> parse(String text) {
    boolean tls = text.startsWith(SECURE);
    if (!tls && !text.startsWith(PLAIN)) {
      return Optional.empty();
    }
    String addresses = text.substring((tls ? SECURE : PLAIN).length());
    try {
      return Optional.of(new BrokerUrls(
          tls,
          Arrays.stream(addresses.split(",", -1))
              .map(address -> BrokerAddress.parse(address.strip()))
              .toList()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return (tls ? SECURE : PLAIN)
        + addresses.stream().map(BrokerAddress::toString).collect(Collectors.joining(","));
  }
}
