package io.sluice.quota;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What this node has to tell the others of limits, until the next report takes it: of each limit only the latest.
 * Not thread-safe.
 */
final class LimitOutbox {

  private Map<Long, LimitUse> uses = new LinkedHashMap<>();
  private Map<Grantee, LimitGrant> grants = new LinkedHashMap<>();

  /** To whom which limit is granted. */
  private record Grantee(long limit, int node) {}

  void add(LimitUse use) {
    uses.put(use.limit(), use);
  }

  void add(LimitGrant grant) {
    grants.put(new Grantee(grant.limit(), grant.node()), grant);
  }

  boolean isEmpty() {
    return uses.isEmpty() && grants.isEmpty();
  }

  Collection<LimitUse> takeUses() {
    Collection<LimitUse> taken = uses.values();
    uses = new LinkedHashMap<>();
    return taken;
  }

  Collection<LimitGrant> takeGrants() {
    Collection<LimitGrant> taken = grants.values();
    grants = new LinkedHashMap<>();
    return taken;
  }
}
