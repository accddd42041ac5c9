package io.sluice.admin.access;

import com.linecorp.armeria.common.HttpMethod;

/** What somebody may do here. */
public enum Right {

  /** Nothing of Sluice's own; requests to the cluster are passed on, for the cluster to decide. */
  PASS,

  /** Look at everything. */
  VIEW,

  /** Look at everything and change it. */
  CHANGE;

  /** What a request of this method takes. */
  public static Right neededFor(HttpMethod method) {
    return method == HttpMethod.GET || method == HttpMethod.HEAD ? VIEW : CHANGE;
  }
}
