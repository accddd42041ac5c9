package io.sluice.policy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All policies at one moment. Never changes. */
public final class Policies {

  /** No policy at all. */
  public static final Policies NONE = new Policies(Map.of());

  /**
   * What holds for a topic, and why.
   *
   * @param limit what is set
   * @param origin what that policy is set for
   */
  public record Resolved<P>(P limit, PolicyKey origin) {}

  private static final Resolved<PublishLimit> NOTHING_SET =
      new Resolved<>(PublishLimit.NONE, PolicyKey.DEFAULT);

  private final Map<PolicyKind<?>, Map<PolicyKey, Record>> kinds;

  private Policies(Map<PolicyKind<?>, Map<PolicyKey, Record>> kinds) {
    this.kinds = kinds;
  }

  /** Some publish limits, and nothing else. */
  public static Policies of(Map<PolicyKey, PublishLimit> publishLimits) {
    return NONE.changed().putAll(PolicyKind.PUBLISH, publishLimits).build();
  }

  /** Every policy of a kind, by whom it is for. */
  @SuppressWarnings("unchecked") // only such values are put under the kind
  public <P extends Record> Map<PolicyKey, P> all(PolicyKind<P> kind) {
    return (Map<PolicyKey, P>) (Map<PolicyKey, ?>) kinds.getOrDefault(kind, Map.of());
  }

  /**
   * Whether no change of these kinds lies between these and the others; compares references, as the
   * policies of a kind are copied only when it changes.
   */
  @SuppressWarnings("ReferenceEquality")
  public boolean isSame(Policies others, List<PolicyKind<?>> of) {
    return of.stream().allMatch(kind -> all(kind) == others.all(kind));
  }

  /** How many there are, of all kinds. */
  public int size() {
    return kinds.values().stream().mapToInt(Map::size).sum();
  }

  /** The policy that is set for exactly this one. */
  public <P extends Record> Optional<P> get(PolicyKind<P> kind, PolicyKey key) {
    return Optional.ofNullable(all(kind).get(key));
  }

  /**
   * The targets whose policies could hold for a topic, in the order in which they are looked at: its own, then that of
   * the topic that it is a partition of, of its namespace, and the default.
   */
  public static List<PolicyKey> candidates(TopicName topic) {
    return Stream.of(
            Optional.<PolicyKey>of(new PolicyKey.Topic(topic)),
            topic.partitionedTopic().<PolicyKey>map(PolicyKey.Topic::new),
            Optional.<PolicyKey>of(new PolicyKey.Namespace(topic.namespace())),
            Optional.of(PolicyKey.DEFAULT))
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * What holds for a topic: of its {@link #candidates} the first one that is set, as a whole, even if it
   * says that there is no limit.
   */
  public <P extends Record> Optional<Resolved<P>> resolve(PolicyKind<P> kind, TopicName topic) {
    Map<PolicyKey, P> set = all(kind);
    return set.isEmpty()
        ? Optional.empty()
        : candidates(topic).stream()
            .flatMap(key ->
                Optional.ofNullable(set.get(key)).map(limit -> new Resolved<>(limit, key)).stream())
            .findFirst();
  }

  /** How much may be published to a topic. */
  public Resolved<PublishLimit> publishLimit(TopicName topic) {
    return resolve(PolicyKind.PUBLISH, topic).orElse(NOTHING_SET);
  }

  /**
   * Which groups a topic is in: that of its namespace, then that of its tenant; the same one counts
   * once. Whether there is a quota of that name is another question.
   */
  public List<String> groups(TopicName topic) {
    Map<PolicyKey, Membership> members = all(PolicyKind.MEMBERSHIP);
    return members.isEmpty()
        ? List.of()
        : topic.tenant().stream()
            .flatMap(tenant ->
                Stream.of(new PolicyKey.Namespace(topic.namespace()), new PolicyKey.Tenant(tenant)))
            .flatMap(key -> Optional.ofNullable(members.get(key)).stream())
            .map(Membership::group)
            .distinct()
            .toList();
  }

  /** The members of a group. */
  public List<PolicyKey> members(String group) {
    return all(PolicyKind.MEMBERSHIP).entrySet().stream()
        .filter(member -> member.getValue().group().equals(group))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** These, with one more or another one. */
  public <P extends Record> Policies with(PolicyKind<P> kind, PolicyKey key, P policy) {
    return changed().put(kind, key, policy).build();
  }

  /** These, without one. */
  public Policies without(PolicyKind<?> kind, PolicyKey key) {
    return changed().remove(kind, key).build();
  }

  /** The beginning of others, which are these at first. */
  public Builder changed() {
    return new Builder(kinds);
  }

  /** Collects changes, so that many of them cost one copy. Belongs to one thread. */
  public static final class Builder {

    private final Map<PolicyKind<?>, Map<PolicyKey, Record>> before;
    private final Map<PolicyKind<?>, Map<PolicyKey, Record>> changed = new HashMap<>();

    private Builder(Map<PolicyKind<?>, Map<PolicyKey, Record>> before) {
      this.before = before;
    }

    /** Sets one, in place of the one that there may be. */
    public <P extends Record> Builder put(PolicyKind<P> kind, PolicyKey key, P policy) {
      return putAll(kind, Map.of(key, policy));
    }

    /** Sets several. */
    public <P extends Record> Builder putAll(PolicyKind<P> kind, Map<PolicyKey, P> policies) {
      policies.keySet().forEach(kind::requireFor);
      of(kind).putAll(policies);
      return this;
    }

    /** Removes one, if it is there. */
    public Builder remove(PolicyKind<?> kind, PolicyKey key) {
      of(kind).remove(key);
      return this;
    }

    /** The one that is set for exactly this one by now. */
    public <P extends Record> Optional<P> get(PolicyKind<P> kind, PolicyKey key) {
      return Optional.ofNullable(now(kind).get(key)).map(kind.type()::cast);
    }

    private Map<PolicyKey, Record> now(PolicyKind<?> kind) {
      return changed.getOrDefault(kind, before.getOrDefault(kind, Map.of()));
    }

    private Map<PolicyKey, Record> of(PolicyKind<?> kind) {
      return changed.computeIfAbsent(
          kind, same -> new HashMap<>(before.getOrDefault(same, Map.of())));
    }

    /** How many there are by now, of all kinds. */
    public int size() {
      return Stream.concat(before.keySet().stream(), changed.keySet().stream())
          .distinct()
          .mapToInt(kind -> now(kind).size())
          .sum();
    }

    public Policies build() {
      Map<PolicyKind<?>, Map<PolicyKey, Record>> all = new HashMap<>(before);
      changed.forEach((kind, policies) -> all.put(kind, Map.copyOf(policies)));
      return new Policies(Map.copyOf(all));
    }
  }
}
