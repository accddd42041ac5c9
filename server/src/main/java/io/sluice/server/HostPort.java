package io.sluice.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address to listen on.
 *
 * @param host a name or an address of this machine; {@code 0.0.0.0} for all
 * @param port its port; 0 lets the system choose
 */
public record HostPort(String host, int port) {

  private static final Pattern SHAPE =
      Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.%]+\\]):([0-9]{1,5})");
  private static final int HIGHEST_PORT = 65535;

  /** Reads {@code host:port}; nothing if it is none. */
  static Optional<HostPort> parse(String text) {
    Matcher parts = SHAPE.matcher(text);
    if (!parts.matches() || Integer.parseInt(parts.group(2)) > HIGHEST_PORT) {
      return Optional.empty();
    }
    String host = parts.group(1).replaceAll("[\\[\\]]", "");
    return Optional.of(new HostPort(host, Integer.parseInt(parts.group(2))));
  }

  /**
   * Makes sure that one can listen there, so that what is wrong is known before anything is started.
   *
   * @param setting whose address it is, for the message
   * @throws IOException if one cannot; says what to do
   */
  public void requireFree(String setting) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(resolved());
    } catch (IOException e) {
      throw new IOException(
          setting + ": cannot listen on " + this + ": " + e.getMessage()
              + "; stop what is listening there, or choose another address",
          e);
    }
  }

  static HostPort of(InetSocketAddress bound) {
    return new HostPort(bound.getAddress().getHostAddress(), bound.getPort());
  }

  InetSocketAddress resolved() {
    return new InetSocketAddress(host, port);
  }

  /** Whether listening on both would be listening on one address twice. */
  boolean overlaps(HostPort other) {
    return port != 0
        && port == other.port
        && (host.equals(other.host) || isEverywhere() || other.isEverywhere());
  }

  /** Whether only this machine can reach it; not if the host is not known. */
  boolean isLoopback() {
    InetSocketAddress address = resolved();
    return !address.isUnresolved() && address.getAddress().isLoopbackAddress();
  }

  boolean isEverywhere() {
    return host.equals("0.0.0.0") || host.equals("::");
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
