package io.sluice.quota;

import io.sluice.core.NanoClock;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * This node's shares of the limits of topics and subscriptions that are used through several nodes. A limit that is
 * used through one node only is all that node's, and costs nothing but its claim. {@link LocalLimit} has the rules.
 * What there is to tell goes out with the reports of {@link GroupShares}, under whose lock all of this is called.
 */
final class LimitShares {

  /** In so many ticks a node says once of every limit that it leads that it does. */
  static final int ANNOUNCE_TICKS = 1024;

  /**
   * After a node has missed something, it announces in each tick about so many of the limits that it leads: a network
   * that loses reports must not have to carry those of thousands of limits each time.
   */
  static final int ANNOUNCED_AFTER_LOSS = 64;

  /** To a node that is back it announces so many in a tick: each of the two may lead the same limits. */
  static final int ANNOUNCED_TO_RETURNED = 256;

  /** It does so several times, as any report may be lost. */
  private static final int TIMES_ANNOUNCED = 4;

  private final NanoClock clock;
  private final LimitNodes nodes;
  private final LimitOutbox out = new LimitOutbox();
  private final Map<Long, LocalLimit> limits = new HashMap<>();
  private int ticks;

  /** For so many ticks it still announces parts of its limits, as something was lost. */
  private int ticksAfterLoss;

  /** The same, as a node is back. */
  private int ticksToReturned;

  /** Those with something to do in a tick. */
  private final Set<LocalLimit> active = new LinkedHashSet<>();

  LimitShares(NanoClock clock, LimitNodes nodes) {
    this.clock = clock;
    this.nodes = nodes;
  }

  LimitOutbox out() {
    return out;
  }

  int size() {
    return limits.size();
  }

  /** How a limit is divided; empty if this node does not use it. */
  Optional<LimitView> view(long id) {
    return Optional.ofNullable(limits.get(id)).map(LocalLimit::view);
  }

  /** How many are divided: there is always something to do for these. */
  DividedLimits divided() {
    int leading = 0;
    int following = 0;
    for (LocalLimit limit : active) {
      leading += limit.isLed() ? 1 : 0;
      following += limit.isFollowed() ? 1 : 0;
    }
    return new DividedLimits(leading, following);
  }

  /** This node uses a limit from now on. */
  void open(long id, LimitTraffic traffic) {
    LocalLimit known = limits.get(id);
    if (known != null) {
      known.isFor(traffic);
    } else {
      LocalLimit limit = new LocalLimit(id, traffic, nodes, out, clock.nanos());
      limits.put(id, limit);
      active.add(limit);
    }
  }

  /** This node uses a limit no more. */
  void close(long id, LimitTraffic traffic) {
    LocalLimit limit = limits.get(id);
    if (limit != null && limit.traffic() == traffic) {
      limits.remove(id);
      active.remove(limit);
      limit.close();
    }
  }

  /** Measures, divides and reports. */
  void tick(long tickNanos, QuotaSettings settings) {
    long now = clock.nanos();
    for (LocalLimit limit : active) {
      limit.tick(tickNanos, settings, now);
    }
    settleClaims();
    if (nodes.count() == 1) {
      return;
    }
    ticks++;
    announcePart(ANNOUNCE_TICKS);
    if (ticksAfterLoss > 0) {
      ticksAfterLoss--;
      announcePart(parts(ANNOUNCED_AFTER_LOSS));
    }
    if (ticksToReturned > 0) {
      ticksToReturned--;
      announcePart(parts(ANNOUNCED_TO_RETURNED));
    }
  }

  /** How many parts all limits are, if there are so many in each at most. */
  private int parts(int most) {
    return Math.max(1, (limits.size() + most - 1) / most);
  }

  /** Announces one of so many parts of the limits, and the next one in the next tick. */
  private void announcePart(int parts) {
    int turn = ticks % parts;
    limits.forEach((id, limit) -> {
      if (Long.remainderUnsigned(id, parts) == turn) {
        limit.announce();
      }
    });
  }

  /** Ends the claims that nobody has answered. */
  void settleClaims() {
    long now = clock.nanos();
    long allHeard = nodes.allHeardNanos();
    for (LocalLimit limit : active) {
      limit.settleClaim(now, allHeard);
    }
    active.removeIf(limit -> {
      if (limit.isActive()) {
        return false;
      }
      limit.rest();
      return true;
    });
  }

  /** What this node has said itself. */
  void heardItself(UsageReport report) {
    long now = clock.nanos();
    for (LimitUse use : report.limits()) {
      LocalLimit limit = limits.get(use.limit());
      if (limit != null) {
        limit.heardItself(use, now);
      }
    }
  }

  /** What another node says. */
  void heard(int node, UsageReport report) {
    long now = clock.nanos();
    for (LimitUse use : report.limits()) {
      LocalLimit limit = limits.get(use.limit());
      if (limit != null) {
        limit.heard(node, use, now);
        noteActive(limit);
      }
    }
    for (LimitGrant grant : report.grants()) {
      LocalLimit limit = limits.get(grant.limit());
      if (limit != null) {
        limit.heardGrant(node, grant, now);
        noteActive(limit);
      } else if (grant.node() == nodes.ownAddress()) {
        out.add(LimitUse.of(grant.limit(), LimitUse.Kind.GONE, LimitParts.NOTHING));
      }
    }
  }

  private void noteActive(LocalLimit limit) {
    if (limit.isActive()) {
      active.add(limit);
    }
  }

  /** Something that the node has said was lost. */
  void missed(int node) {
    long now = clock.nanos();
    for (LocalLimit limit : active) { // none of these comes to rest by that
      limit.missed(node, now);
    }
    ticksAfterLoss = parts(ANNOUNCED_AFTER_LOSS);
  }

  /** A node is gone. */
  void forget(int node) {
    long now = clock.nanos();
    for (LocalLimit limit : active) {
      limit.forget(node, now);
    }
  }

  /** This node hears the others again, and may have missed what they have said. */
  void claimAll() {
    long now = clock.nanos();
    limits.values().forEach(limit -> limit.claim(now));
    active.addAll(limits.values());
  }

  /** This node was away for so long that others have its shares. */
  void claimLittle() {
    long now = clock.nanos();
    limits.values().forEach(limit -> limit.claimLittle(now));
    active.addAll(limits.values());
  }

  /** Another node is back that may lead what this node leads. */
  void announceAll() {
    active.forEach(LocalLimit::announceAgain);
    ticksToReturned = TIMES_ANNOUNCED * parts(ANNOUNCED_TO_RETURNED);
  }
}
