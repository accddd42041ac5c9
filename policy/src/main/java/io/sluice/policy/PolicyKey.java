package io.sluice.policy;

/** For whom a policy is, from the most particular to the most general. */
public sealed interface PolicyKey {

  /** Everything that has no policy of its own or of its namespace. */
  PolicyKey DEFAULT = new Default();

  /** Each broker of the cluster. */
  PolicyKey BROKER = new Broker();

  /** A node, whose limit is in its configuration. */
  PolicyKey NODE = new Node();

  /**
   * A topic; of a partitioned one each partition, unless that has a policy of its own.
   *
   * @param name its full name
   */
  record Topic(TopicName name) implements PolicyKey {

    @Override
    public String toString() {
      return "topic " + name;
    }
  }

  /**
   * Each topic of a namespace.
   *
   * @param name such as {@code public/default}
   */
  record Namespace(String name) implements PolicyKey {

    /** Checks that it is a namespace's name. */
    public Namespace {
      TopicName.requireNamespace(name);
    }

    @Override
    public String toString() {
      return "namespace " + name;
    }
  }

  /**
   * All that a tenant has.
   *
   * @param name such as {@code public}
   */
  record Tenant(String name) implements PolicyKey {

    /** Checks that it is a tenant's name. */
    public Tenant {
      requirePlain("tenant", name);
    }

    @Override
    public String toString() {
      return "tenant " + name;
    }
  }

  /**
   * All members of a resource group.
   *
   * @param name such as {@code gold}
   */
  record Group(String name) implements PolicyKey {

    /** Checks that it is a group's name. */
    public Group {
      requirePlain("resource group", name);
    }

    @Override
    public String toString() {
      return "group " + name;
    }
  }

  /** Each topic. */
  record Default() implements PolicyKey {

    @Override
    public String toString() {
      return "default";
    }
  }

  /** Each broker, for all that it gets. */
  record Broker() implements PolicyKey {

    @Override
    public String toString() {
      return "broker";
    }
  }

  /** All that a node passes. No policy can be set for it: it only stands where a limit says whose it is. */
  record Node() implements PolicyKey {

    @Override
    public String toString() {
      return "node";
    }
  }

  /** The policy of one topic, in any spelling that Pulsar takes. */
  static PolicyKey topic(String name) {
    return new Topic(TopicName.parse(name));
  }

  /** The policy of each topic of a namespace. */
  static PolicyKey namespace(String name) {
    return new Namespace(name);
  }

  /**
   * Reads what {@code toString} has written for whom a policy can be set.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static PolicyKey parse(String text) {
    int space = text.indexOf(' ');
    String name = text.substring(space + 1);
    return switch (space < 0 ? text : text.substring(0, space)) {
      case "default" -> DEFAULT;
      case "broker" -> BROKER;
      case "topic" -> topic(name);
      case "namespace" -> namespace(name);
      case "tenant" -> new Tenant(name);
      case "group" -> new Group(name);
      default -> throw new IllegalArgumentException("not a target of policies: " + text);
    };
  }

  /** Checks a name of one part, as Pulsar does. */
  static void requirePlain(String what, String name) {
    if (!name.matches("(?!\\.{1,2}$)[-=:.\\w]+")) { // a dot would be a step in a path
      throw new IllegalArgumentException(
          "a " + what + " has letters, digits and any of -_=:. in its name, not " + name);
    }
  }
}
