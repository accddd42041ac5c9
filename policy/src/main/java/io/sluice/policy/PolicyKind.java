package io.sluice.policy;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What can be set.
 *
 * @param name what it is called wherever it is kept or shown
 * @param type its values
 * @param targets for whom it can be
 */
public record PolicyKind<P extends Record>(
    String name, Class<P> type, Set<Class<? extends PolicyKey>> targets) {

  private static final Set<Class<? extends PolicyKey>> TOPICS =
      Set.of(PolicyKey.Topic.class, PolicyKey.Namespace.class, PolicyKey.Default.class);

  /** How much may be published to a topic, or to each broker. */
  public static final PolicyKind<PublishLimit> PUBLISH = new PolicyKind<>(
      "publish",
      PublishLimit.class,
      Set.of(
          PolicyKey.Topic.class,
          PolicyKey.Namespace.class,
          PolicyKey.Default.class,
          PolicyKey.Broker.class));

  /** How much of a topic may be dispatched, to all subscriptions together. */
  public static final PolicyKind<DispatchLimit> DISPATCH =
      new PolicyKind<>("dispatch", DispatchLimit.class, TOPICS);

  /** How much of a topic may be dispatched to each subscription. */
  public static final PolicyKind<DispatchLimit> SUBSCRIPTION_DISPATCH =
      new PolicyKind<>("subscription-dispatch", DispatchLimit.class, TOPICS);

  /** How a publish limit or a group's quota rises to what it is to be. */
  public static final PolicyKind<RampUp> RAMP = new PolicyKind<>(
      "ramp",
      RampUp.class,
      Set.of(
          PolicyKey.Topic.class,
          PolicyKey.Namespace.class,
          PolicyKey.Default.class,
          PolicyKey.Group.class));

  /** What the members of a group may do, all together. */
  public static final PolicyKind<GroupQuota> GROUP =
      new PolicyKind<>("group", GroupQuota.class, Set.of(PolicyKey.Group.class));

  /** Which group a tenant or a namespace is a member of. */
  public static final PolicyKind<Membership> MEMBERSHIP = new PolicyKind<>(
      "membership", Membership.class, Set.of(PolicyKey.Tenant.class, PolicyKey.Namespace.class));

  /** All that there are. */
  public static final List<PolicyKind<?>> ALL =
      List.of(PUBLISH, DISPATCH, SUBSCRIPTION_DISPATCH, RAMP, GROUP, MEMBERSHIP);

  /** The one of this name. */
  public static Optional<PolicyKind<?>> named(String name) {
    return ALL.stream().filter(kind -> kind.name.equals(name)).findFirst();
  }

  /**
   * Checks that it can be set for this one.
   *
   * @throws IllegalArgumentException if not
   */
  public void requireFor(PolicyKey key) {
    if (!targets.contains(key.getClass())) {
      throw new IllegalArgumentException("there is no " + name + " policy of a " + key);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
