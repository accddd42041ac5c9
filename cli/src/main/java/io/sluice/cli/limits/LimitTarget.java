package io.sluice.cli.limits;

import io.sluice.cli.remote.ApiPath;
import io.sluice.policy.PolicyKey;
import io.sluice.policy.PolicyKind;
import io.sluice.policy.TopicName;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The target of a limit, as it is written on the command line.
 *
 * @param key the default, each broker, a namespace or a topic
 */
record LimitTarget(PolicyKey key) {

  static final String HELP =
      "default, broker (what each broker may be sent), tenant/namespace (each of its topics),"
          + " tenant/namespace/topic, persistent://... or non-persistent://...";

  /** Reads it from the command line. */
  static final class Converter implements ITypeConverter<LimitTarget> {

    @Override
    public LimitTarget convert(String text) {
      try {
        return parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }

  static LimitTarget parse(String text) {
    if (text.equals("default")) {
      return new LimitTarget(PolicyKey.DEFAULT);
    }
    if (text.equals("broker")) {
      return new LimitTarget(PolicyKey.BROKER);
    }
    if (!text.contains("/")) {
      throw new IllegalArgumentException("'" + text + "' may be a tenant, a namespace or a topic:"
          + " write default, broker, tenant/namespace, or tenant/namespace/topic");
    }
    if (!text.contains("://") && text.indexOf('/') == text.lastIndexOf('/')) {
      return new LimitTarget(PolicyKey.namespace(text));
    }
    return new LimitTarget(new PolicyKey.Topic(topic(text)));
  }

  /** Reads the full name of a topic. A shorter name is refused, as it could be something else. */
  static TopicName topic(String text) {
    if (!text.contains("://") && text.chars().filter(c -> c == '/').count() < 2) {
      throw new IllegalArgumentException(
          "'" + text + "' is no topic: write tenant/namespace/topic");
    }
    TopicName name = TopicName.parse(text);
    if (name.namespace().indexOf('/') != name.namespace().lastIndexOf('/')) {
      throw new IllegalArgumentException(
          "a topic is such as persistent://tenant/namespace/topic, not " + text);
    }
    return name;
  }

  static ApiPath path(ApiPath base, TopicName topic) {
    return base.then(topic.domain()).then(topic.namespace().split("/", -1)).then(topic.localName());
  }

  /** The path of this kind of limit of the target. */
  ApiPath path(PolicyKind<?> kind) {
    ApiPath limits = ApiPath.of("limits", kind.name());
    if (key instanceof PolicyKey.Topic topic) {
      return path(limits.then("topics"), topic.name());
    }
    return key instanceof PolicyKey.Namespace namespace
        ? limits.then("namespaces").then(namespace.name().split("/", -1))
        : limits.then(key.equals(PolicyKey.BROKER) ? "broker" : "default");
  }

  @Override
  public String toString() {
    return text(key);
  }

  /** As it would be written on the command line. */
  static String text(PolicyKey key) {
    if (key instanceof PolicyKey.Topic topic) {
      return topic.name().toString();
    }
    return key instanceof PolicyKey.Namespace namespace ? namespace.name() : key.toString();
  }
}
