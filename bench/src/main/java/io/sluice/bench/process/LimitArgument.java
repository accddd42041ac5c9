package io.sluice.bench.process;

import io.sluice.policy.PolicyKey;
import io.sluice.policy.PublishLimit;

/**
 * A limit as an argument of {@link GatewayProcess}: {@code topic NAME=MESSAGES,BYTES}, {@code
 * namespace NAME=...} or {@code node=...}, both per second, 0 for no limit.
 */
public record LimitArgument(String target, long messages, long bytes) {

  private static final String TOPIC = "topic ";
  private static final String NAMESPACE = "namespace ";
  private static final String NODE = "node";

  public static LimitArgument topic(String name, long messages) {
    return new LimitArgument(TOPIC + name, messages, 0);
  }

  public static LimitArgument namespace(String name, long messages, long bytes) {
    return new LimitArgument(NAMESPACE + name, messages, bytes);
  }

  public static LimitArgument node(long messages, long bytes) {
    return new LimitArgument(NODE, messages, bytes);
  }

  /** @throws IllegalArgumentException if it is none */
  static LimitArgument parse(String argument) {
    int equals = argument.lastIndexOf('=');
    int comma = argument.indexOf(',', equals);
    if (equals < 0 || comma < 0) {
      throw new IllegalArgumentException("not a limit: " + argument);
    }
    return new LimitArgument(
        argument.substring(0, equals),
        Long.parseLong(argument.substring(equals + 1, comma)),
        Long.parseLong(argument.substring(comma + 1)));
  }

  boolean isForNode() {
    return target.equals(NODE);
  }

  /** @throws IllegalArgumentException if it is not for a topic or a namespace, as only these have policies */
  PolicyKey key() {
    if (target.startsWith(TOPIC)) {
      return PolicyKey.topic(target.substring(TOPIC.length()));
    }
    if (target.startsWith(NAMESPACE)) {
      return PolicyKey.namespace(target.substring(NAMESPACE.length()));
    }
    throw new IllegalArgumentException("no policy is for " + target);
  }

  PublishLimit limit() {
    return PublishLimit.of(messages, bytes);
  }

  @Override
  public String toString() {
    return target + "=" + messages + "," + bytes;
  }
}
