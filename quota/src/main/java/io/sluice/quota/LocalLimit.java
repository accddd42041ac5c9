package io.sluice.quota;

import static io.sluice.quota.LimitUse.Kind.CLAIM;
import static io.sluice.quota.LimitUse.Kind.GONE;
import static io.sluice.quota.LimitUse.Kind.LEAD;
import static io.sluice.quota.LimitUse.Kind.USE;

import io.sluice.quota.LimitRole.Claiming;
import io.sluice.quota.LimitRole.Following;
import io.sluice.quota.LimitRole.Leading;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One limit on this node: which part of it the node may use, and who decides that. One of the nodes that use a
 * limit leads; it divides the limit, and what it does not grant to others is its own. So while one leads, the shares
 * add up to the limit at most, whatever was received of the grants: a part that was taken from a node is given to another
 * only when the first has said that it goes by that. On top of it comes what newcomers take before they are heard.
 *
 * <pre>
 *              nobody leads, and no rival has a smaller id
 *   Claiming ---------------------------------------------&gt; Leading
 *     ^  |  &lt;---------------------------------------------    |
 *     |  |      another leads that has a smaller id           |
 *     |  | grant                                              | closed: gone
 *     |  v                                                    v
 *   Following ---------------------------------------------&gt; (none)
 *      the leader is gone, claims itself, or is silent: back to Claiming
 * </pre>
 *
 * A node that changes its role keeps its share until a leader grants it another one. Not thread-safe.
 */
final class LocalLimit {

  /** By so much a share is raised that shows what the node needs. */
  private static final double MUCH_MORE = 1.05;

  /** A new leader says so for so many ticks, as any report may be lost. */
  private static final int ANNOUNCED_TICKS = 4;

  /** A follower asks its leader again after so many ticks whether it still leads... */
  private static final int ASK_AGAIN_TICKS = 2;

  /** ...and takes it for gone if it has not answered after so many: it has closed the limit, and that was lost. */
  private static final int ASKING_TICKS = 8;

  private final long id;
  private final LimitNodes nodes;
  private final LimitOutbox out;
  private final LimitReporting reporting = new LimitReporting();
  private LimitTraffic traffic;

  /** Empty as long as the limit is this node's alone: there are many of these. */
  private @Nullable LimitMeter meter;

  private LimitRole role;
  private long share;

  /** Whether this node has given up the limit's burst, and has it back if it finds that no other node uses the limit. */
  private boolean mayFill;

  LocalLimit(long id, LimitTraffic traffic, LimitNodes nodes, LimitOutbox out, long nowNanos) {
    this.id = id;
    this.traffic = traffic;
    this.nodes = nodes;
    this.out = out;
    this.role = new Claiming(nowNanos);
    if (nodes.count() > 1) {
      mayFill = true;
      traffic.empty();
    }
    setShare(nodes.share(), nowNanos);
    say(CLAIM);
  }

  LimitTraffic traffic() {
    return traffic;
  }

  /**
   * The data plane counts the limit's traffic somewhere else from now on, if this is another traffic. Should both be used,
   * as two names have one number, then the first one has little from then on.
   */
  void isFor(LimitTraffic other) {
    if (other != traffic) {
      long little = nodes.share();
      traffic.setShare(
          LimitParts.get(little, QuotaUnit.MESSAGES), LimitParts.get(little, QuotaUnit.BYTES));
      traffic = other;
      meter = null;
      applyShare();
    }
  }

  /** Whether there is anything to do for it in a tick: hardly ever if it is this node's alone. */
  boolean isActive() {
    return !(role instanceof Leading leading)
        || !leading.members.isEmpty()
        || leading.ticks < ANNOUNCED_TICKS;
  }

  /** Forgets what was measured, where that is not needed any more. */
  void rest() {
    meter = null;
  }

  private LimitMeter measured(long nowNanos) {
    LimitMeter known = meter;
    if (known == null) {
      known = new LimitMeter(traffic, nowNanos);
      meter = known;
    }
    return known;
  }

  private void say(LimitUse.Kind kind) {
    out.add(reporting.report(id, kind, share, meter));
  }

  private void setShare(long parts, long nowNanos) {
    if (parts != share) {
      if (meter != null
          && (isMuchMore(parts, QuotaUnit.MESSAGES) || isMuchMore(parts, QuotaUnit.BYTES))) {
        meter.raised(nowNanos);
      }
      share = parts;
      applyShare();
    }
  }

  private boolean isMuchMore(long parts, QuotaUnit unit) {
    return LimitParts.in(parts, unit) > MUCH_MORE * LimitParts.in(share, unit);
  }

  private void applyShare() {
    traffic.setShare(
        LimitParts.get(share, QuotaUnit.MESSAGES), LimitParts.get(share, QuotaUnit.BYTES));
  }

  /** How the limit is divided, as far as this node knows. */
  LimitView view() {
    return new LimitView(
        LimitParts.get(share, QuotaUnit.MESSAGES),
        LimitParts.get(share, QuotaUnit.BYTES),
        1 + role.otherNodes(),
        dividedBy());
  }

  private Optional<String> dividedBy() {
    if (role instanceof Following following) {
      return Optional.of(nodes.id(following.leader));
    }
    return role instanceof Leading ? Optional.of(nodes.ownId()) : Optional.empty();
  }

  /** Whether this node divides it among several. */
  boolean isLed() {
    return role instanceof Leading leading && !leading.members.isEmpty();
  }

  /** Whether another node divides it. */
  boolean isFollowed() {
    return role instanceof Following;
  }

  /** This node uses the limit no more. */
  void close() {
    say(GONE);
  }

  /** This node may have missed what others have said. */
  void claim(long nowNanos) {
    mayFill &= !(role instanceof Claiming claiming && claiming.isContested);
    role = new Claiming(nowNanos);
    say(CLAIM);
  }

  /** This node was away for so long that others have its share: it has little until it knows better. */
  void claimLittle(long nowNanos) {
    setShare(LimitParts.min(share, nodes.share()), nowNanos);
    claim(nowNanos);
  }

  /** Something that the node has said was lost. It may lead, too: {@link LimitShares} announces what this node leads. */
  void missed(int node, long nowNanos) {
    if (role instanceof Following following) {
      following.forget(node);
      if (following.leader == node) {
        ask(following);
      }
    } else if (role instanceof Leading leading) {
      LimitMember member = leading.member(node);
      if (member != null) {
        member.missed();
      }
    }
  }

  /** Asks the leader to answer. The node goes on following meanwhile: what was lost may be of no importance. */
  private void ask(Following following) {
    following.askingTicks = Math.max(0, following.askingTicks);
    say(CLAIM);
  }

  /** Tells that this node leads, for others that do not know. */
  void announce() {
    if (role instanceof Leading) {
      say(LEAD);
    }
  }

  /** Tells it as often as a new leader does: another node is back that this node had taken for gone. */
  void announceAgain() {
    if (role instanceof Leading leading) {
      leading.ticks = 0;
    }
  }

  /** What this node has said itself. */
  void heardItself(LimitUse said, long nowNanos) {
    if (said.kind() == CLAIM && role instanceof Claiming claiming) {
      claiming.heardItself(nowNanos);
    }
  }

  /** What another node says. */
  void heard(int node, LimitUse said, long nowNanos) {
    switch (said.kind()) {
      case CLAIM -> heardClaim(node, said, nowNanos);
      case USE -> heardUse(node, said, nowNanos);
      case LEAD -> heardLeader(node, nowNanos);
      case GONE -> forget(node, nowNanos);
    }
    if (role instanceof Following following && said.kind() != GONE) {
      following.heard(node);
    }
  }

  private void heardClaim(int node, LimitUse claim, long nowNanos) {
    if (role instanceof Leading leading) {
      LimitMember known = leading.member(node);
      LimitMember member = known == null ? add(leading, node, claim) : known;
      member.heard(claim);
      divide(leading, nowNanos);
      grant(member, member.granted()); // also if it is as before: the node waits for an answer
    } else if (role instanceof Claiming claiming) {
      claiming.isContested = true;
      LimitMember rival = new LimitMember(node, nodes.address(node), claim);
      rival.heardAtClaim = claiming.claims;
      if (claiming.rivals.put(node, rival) == null) {
        say(CLAIM); // the node may not have listened when this node claimed
      }
      claiming.followers.remove(node);
      if (claiming.leader == node) {
        claiming.leader = LimitRole.NOBODY;
      }
    } else if (role instanceof Following following && following.leader == node) {
      claim(nowNanos);
      heardClaim(node, claim, nowNanos);
    } else {
      say(USE); // the leader may be gone: the node must not take the limit for unused
    }
  }

  private LimitMember add(Leading leading, int node, LimitUse said) {
    LimitMember member = new LimitMember(node, nodes.address(node), said);
    leading.members.add(member);
    return member;
  }

  private void heardUse(int node, LimitUse use, long nowNanos) {
    if (role instanceof Claiming claiming) {
      claiming.isContested = true;
      claiming.rivals.remove(node);
      claiming.followers.add(node);
      if (claiming.leader == node) {
        claiming.leader = LimitRole.NOBODY; // one that leads does not say so
      }
    } else if (role instanceof Following following && following.leader == node) {
      claim(nowNanos); // it follows another one, and what it said of that was lost
    }
    if (!(role instanceof Leading leading)) {
      return;
    }
    LimitMember member = leading.member(node);
    if (member == null) {
      add(leading, node, use); // this node had forgotten it
      divide(leading, nowNanos);
    } else {
      leading.isUrgent |= member.use().wantsMore() != use.wantsMore()
          || member.use().share() != use.share()
          || use.needsMoreThan(member.use());
      member.heard(use);
    }
  }

  /** The node says that it leads. Of two leaders the one with the smaller id goes on. */
  private void heardLeader(int node, long nowNanos) {
    if (role instanceof Leading && nodes.isBefore(node)) {
      claimLittle(nowNanos); // together the two have used more than the limit
      heardLeader(node, nowNanos);
    } else if (role instanceof Leading) {
      say(LEAD);
    } else if (role instanceof Claiming claiming) {
      claiming.isContested = true;
      claiming.leader = node;
    } else if (role instanceof Following following && following.leader == node) {
      following.silentTicks = 0;
      say(USE); // the leader may have forgotten this node
    } else {
      say(USE); // it may not know that another leads
    }
  }

  /** What another node has granted, to this node or to a third one. */
  void heardGrant(int node, LimitGrant grant, long nowNanos) {
    if (role instanceof Leading) {
      heardLeader(node, nowNanos);
    } else if (grant.node() == nodes.ownAddress()) {
      if (role instanceof Claiming claiming) {
        role = new Following(node, claiming);
        mayFill = false;
      }
      if (role instanceof Following following && following.leader == node) {
        following.heard(node);
        following.silentTicks = 0;
        following.askingTicks = Following.NOT_ASKING;
        setShare(grant.share(), nowNanos);
        reporting.granted(grant.contended());
        say(USE);
      }
    } else if (role instanceof Claiming claiming) {
      claiming.isContested = true;
      claiming.leader = node;
    }
  }

  /** A node does not use the limit any more, or is gone. */
  void forget(int node, long nowNanos) {
    if (role instanceof Leading leading) {
      if (leading.members.removeIf(member -> member.node == node)) {
        divide(leading, nowNanos);
      }
    } else if (role instanceof Claiming claiming) {
      claiming.rivals.remove(node);
      claiming.followers.remove(node);
      if (claiming.leader == node) {
        claiming.leader = LimitRole.NOBODY;
      }
    } else if (role instanceof Following following) {
      following.forget(node);
      if (following.leader == node) {
        claim(nowNanos);
      }
    }
  }

  /**
   * Leads if no other node does, and divides what is to be divided at once. Called several times per second.
   *
   * @param allHeardNanos since then every other node was heard
   */
  void settleClaim(long nowNanos, long allHeardNanos) {
    if (role instanceof Leading leading && leading.isUrgent) {
      divide(leading, nowNanos);
    }
    if (!(role instanceof Claiming claiming)) {
      return;
    }
    if (claiming.leader == LimitRole.NOBODY
        && claiming.followers.isEmpty()
        && claiming.claims >= nodes.claims()
        && claiming.isOverdue(nowNanos, nodes.answerNanos(), allHeardNanos)
        && claiming.rivals.keySet().stream().noneMatch(nodes::isBefore)) {
      lead(claiming, nowNanos);
    } else if (nowNanos - claiming.claimedNanos >= nodes.claimAgainNanos(claiming.claims)) {
      claiming.claimedAgain(nowNanos);
      say(CLAIM);
    }
  }

  private void lead(Claiming claiming, long nowNanos) {
    Leading leading = new Leading();
    leading.members.addAll(claiming.rivals.values());
    role = leading;
    divide(leading, nowNanos);
    leading.members.forEach(member -> grant(member, member.granted()));
    say(LEAD);
    if (mayFill && !claiming.isContested) {
      traffic.fill();
    }
    mayFill = false;
  }

  /** Measures, divides or reports. */
  void tick(long tickNanos, QuotaSettings settings, long nowNanos) {
    LimitMeter meter = measured(nowNanos);
    // A node that claims may not have heard yet which others use the limit.
    int users = role instanceof Claiming ? nodes.count() : 1 + role.otherNodes();
    meter.measure(nowNanos, tickNanos, share, users);
    if (role instanceof Leading leading) {
      tick(leading, settings, nowNanos);
    } else if (role instanceof Following following) {
      if (++following.silentTicks > 2 * LimitShares.ANNOUNCE_TICKS || isUnanswered(following)) {
        claim(nowNanos);
      } else if (reporting.isDue(meter, share, settings)) {
        say(USE);
      }
    }
  }

  /** Asks again, where the node has asked. Answers whether it has done so for too long. */
  private boolean isUnanswered(Following following) {
    if (following.askingTicks == Following.NOT_ASKING) {
      return false;
    }
    if (++following.askingTicks % ASK_AGAIN_TICKS == 0) {
      say(CLAIM);
    }
    return following.askingTicks > ASKING_TICKS;
  }

  private void tick(Leading leading, QuotaSettings settings, long nowNanos) {
    if (leading.ticks++ < ANNOUNCED_TICKS) {
      say(LEAD);
    }
    divide(leading, nowNanos);
    int mostSilentTicks = GroupShares.TICKS_PER_INTERVAL * (settings.everyIntervals() + 1);
    for (LimitMember member : leading.members) {
      if (member.isToBeToldAgain(mostSilentTicks)) {
        grant(member, member.granted());
      }
    }
  }

  private void divide(Leading leading, long nowNanos) {
    leading.isUrgent = false;
    if (leading.members.isEmpty()) {
      setShare(LimitParts.WHOLE, nowNanos);
      return;
    }
    LimitDivision division = LimitDivision.of(leading.members, measured(nowNanos), traffic, share);
    reporting.granted(division.isContended());
    for (int i = 0; i < leading.members.size(); i++) {
      LimitMember member = leading.members.get(i);
      long next = division.grant(i);
      if (next != member.granted() || (division.isContended() && !member.knowsItIsContended())) {
        grant(member, next);
      }
    }
    setShare(division.own(), nowNanos);
  }

  private void grant(LimitMember member, long part) {
    member.grant(part, reporting.isContended());
    out.add(new LimitGrant(id, member.address, part, reporting.isContended()));
  }
}
