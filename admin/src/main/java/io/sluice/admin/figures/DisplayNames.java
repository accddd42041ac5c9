package io.sluice.admin.figures;

import io.sluice.policy.TopicName;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.stream.Stream;

/** How names are shown, and found. */
public final class DisplayNames {

  private DisplayNames() {}

  /** Whether one of these names has this in it, in whichever case it is written. */
  public static boolean contains(String part, String... names) {
    String wanted = part.toLowerCase(Locale.ROOT);
    return Stream.of(names).anyMatch(name -> name.toLowerCase(Locale.ROOT).contains(wanted));
  }

  /** A topic by its full name, as clients may have spelled the same one differently. */
  public static String topic(String topic) {
    TopicName name = TopicName.parseOrUnreadable(topic);
    return name.domain().equals("?") ? topic : name.toString();
  }

  /** An address as clients' logs have it. */
  public static String client(InetSocketAddress address) {
    String host =
        address.isUnresolved() ? address.getHostString() : address.getAddress().getHostAddress();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
  }
}
