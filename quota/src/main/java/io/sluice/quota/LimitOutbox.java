package io.sluice.quota;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What this node has to tell the others of limits, until the next report takes it: of each limit only the latest.
 * Not thread-safe.
 */
final class LimitOutbox {

  /** A report has at most so many uses, and so many grants: a part of it that is lost has to be noticed. */
  static final int MOST_IN_REPORT = 1000;

  private final Map<Long, LimitUse> uses = new LinkedHashMap<>();
  private final Map<Grantee, LimitGrant> grants = new LinkedHashMap<>();

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

  /** How many uses or grants there are, whichever are more. */
  int size() {
    return Math.max(uses.size(), grants.size());
  }

  /** Those for the next report. */
  List<LimitUse> takeUses() {
    return take(uses);
  }

  /** Those for the next report. */
  List<LimitGrant> takeGrants() {
    return take(grants);
  }

  private static <T> List<T> take(Map<?, T> from) {
    List<T> taken = new ArrayList<>();
    for (Iterator<T> next = from.values().iterator();
        next.hasNext() && taken.size() < MOST_IN_REPORT; ) {
      taken.add(next.next());
      next.remove();
    }
    return taken;
  }
}
