package io.sluice.admin.figures;

import io.sluice.policy.TopicName;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.stream.Stream;

/** How names are shown, and found. */
public final class DisplayNames {

  private DisplayNames() {}

  /** Whether one of the names contains a text; upper and lower case are the same. */
  public static boolean contains(String part, String... names) {
    String wanted = part.toLowerCase(Locale.ROOT);
    return Stream.of(names).anyMatch(name -> name.toLowerCase(Locale.ROOT).contains(wanted));
  }

  /** The full name of a topic, as clients may write the same topic in several ways. */
  public static String topic(String topic) {
    TopicName name = TopicName.parseOrUnreadable(topic);
    return name.domain().equals("?") ? topic : name.toString();
  }

  /** A client's address as {@code host:port}. */
  public static String client(InetSocketAddress address) {
    String host =
        address.isUnresolved() ? address.getHostString() : address.getAddress().getHostAddress();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
  }
}
