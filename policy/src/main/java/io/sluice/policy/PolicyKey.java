package io.sluice.policy;

/** For whom a policy is, from the most particular to the most general. */
public sealed interface PolicyKey {

  /** Everything that has no policy of its own or of its namespace. */
  PolicyKey DEFAULT = new Default();

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

  /** Each topic. */
  record Default() implements PolicyKey {

    @Override
    public String toString() {
      return "default";
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
}
