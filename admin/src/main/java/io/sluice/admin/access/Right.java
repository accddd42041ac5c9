package io.sluice.admin.access;

/** What a role may do here; {@link AccessRules} has the details. */
public enum Right {

  /** Nothing of Sluice's own; requests to the cluster are passed on, for the cluster to decide. */
  PASS,

  /** Look at everything. */
  VIEW,

  /** Look at everything and change it. */
  CHANGE
}
