package io.sluice.policy;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A topic's full name. Pulsar takes several spellings for the same topic, and a limit must not be
 * avoidable by another spelling, so all of them lead to the same name here.
 *
 * @param domain {@code persistent} or {@code non-persistent}
 * @param namespace such as {@code public/default}; of the old kind with a cluster in it, {@code
 *     tenant/cluster/namespace}
 * @param localName the rest
 */
public record TopicName(String domain, String namespace, String localName) {

  private static final String PERSISTENT = "persistent";
  private static final String DEFAULT_NAMESPACE = "public/default";
  private static final String PARTITION = "-partition-";
  private static final Pattern NAMESPACE = Pattern.compile("[^/]+(/[^/]+){1,2}");

  /** In place of the domain and the namespace of a name of a kind that is not known. */
  private static final String UNREADABLE = "?";

  private static final Set<String> DOMAINS = Set.of(PERSISTENT, "non-persistent", UNREADABLE);

  /** Parts of a name: tenant, namespace, topic; with a cluster in it one more. */
  private static final int MOST_PARTS = 4;

  /** Checks that no part is empty and the domain is one that there is. */
  public TopicName {
    if (!DOMAINS.contains(domain)) {
      throw new IllegalArgumentException(
          "a topic is persistent:// or non-persistent://, not " + domain + "://");
    }
    requireNamespace(namespace);
    if (localName.isEmpty()) {
      throw new IllegalArgumentException("a topic's name must not be empty");
    }
  }

  /**
   * Reads a name as Pulsar does: {@code orders}, {@code public/default/orders} and {@code
   * persistent://public/default/orders} are the same.
   *
   * @throws IllegalArgumentException if Pulsar would not take it
   */
  public static TopicName parse(String text) {
    int scheme = text.indexOf("://");
    if (scheme < 0) {
      // Pulsar takes a single name with slashes around it for that name.
      String bare = withoutSlashesAround(text);
      if (!bare.contains("/")) {
        return new TopicName(PERSISTENT, DEFAULT_NAMESPACE, bare);
      }
    }
    // Nor does it look at the case of a domain.
    String domain = scheme < 0 ? PERSISTENT : text.substring(0, scheme).toLowerCase(Locale.ROOT);
    String[] parts = (scheme < 0 ? text : text.substring(scheme + 3)).split("/", MOST_PARTS);
    if (parts.length == 3) {
      return new TopicName(domain, parts[0] + "/" + parts[1], parts[2]);
    }
    if (scheme >= 0 && parts.length == MOST_PARTS) {
      return new TopicName(domain, parts[0] + "/" + parts[1] + "/" + parts[2], parts[3]);
    }
    throw new IllegalArgumentException(
        "a topic is such as persistent://tenant/namespace/topic, tenant/namespace/topic or topic,"
            + " not "
            + text);
  }

  /**
   * Reads a name that a broker has accepted. If it is of a kind that is not known here, the default
   * policy holds for it, and nothing else.
   */
  public static TopicName parseOrUnreadable(String text) {
    try {
      return parse(text);
    } catch (IllegalArgumentException e) {
      return new TopicName(UNREADABLE, UNREADABLE + "/" + UNREADABLE, text.isEmpty() ? "?" : text);
    }
  }

  private static String withoutSlashesAround(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && text.charAt(start) == '/') {
      start++;
    }
    while (end > start && text.charAt(end - 1) == '/') {
      end--;
    }
    return text.substring(start, end);
  }

  /** The tenant, if its name is of a kind that is known. */
  public Optional<String> tenant() {
    return domain.equals(UNREADABLE)
        ? Optional.empty()
        : Optional.of(namespace.substring(0, namespace.indexOf('/')));
  }

  /** If this is a partition, the topic that it is a partition of. */
  public Optional<TopicName> partitionedTopic() {
    int mark = localName.lastIndexOf(PARTITION);
    String index = mark <= 0 ? "" : localName.substring(mark + PARTITION.length());
    return !index.isEmpty() && index.chars().allMatch(c -> c >= '0' && c <= '9')
        ? Optional.of(new TopicName(domain, namespace, localName.substring(0, mark)))
        : Optional.empty();
  }

  static void requireNamespace(String namespace) {
    if (!NAMESPACE.matcher(namespace).matches()) {
      throw new IllegalArgumentException(
          "a namespace is such as tenant/namespace, not " + namespace);
    }
  }

  @Override
  public String toString() {
    return domain + "://" + namespace + "/" + localName;
  }
}
