package io.sluice.policy;

/**
 * That a tenant or a namespace is a member of a resource group.
 *
 * @param group the group's name
 */
public record Membership(String group) {

  /** Checks that it is a group's name. */
  public Membership {
    PolicyKey.requirePlain("resource group", group);
  }
}
