package io.sluice.quota;

import java.util.List;

/**
 * What the leader of a limit grants to each of the other nodes that use it, and what is left for itself. It never
 * grants what another node may still be using. What a new node has taken before it was heard is taken from all.
 */
final class LimitDivision {

  /** While no node wants more, a share that differs by this part of it, and... */
  private static final double HARDLY_OTHER = 0.1;

  /** ...by this part of the limit, is left as it is. */
  private static final double HARDLY_ANYTHING = 0.01;

  /** The same while a node wants more. */
  private static final double HARDLY_OTHER_CONTENDED = 0.005;

  private static final double HARDLY_ANYTHING_CONTENDED = 0.0005;

  /** All shares together may be larger than the limit by this power of 1/2. */
  private static final int TOO_MUCH_SHIFT = 10;

  private final List<LimitMember> members;
  private final LimitMeter meter;
  private final LimitTraffic traffic;
  private final long[] grants;
  private long own;
  private boolean contended;

  private LimitDivision(List<LimitMember> members, LimitMeter meter, LimitTraffic traffic) {
    this.members = members;
    this.meter = meter;
    this.traffic = traffic;
    this.grants = members.stream().mapToLong(LimitMember::granted).toArray();
  }

  /**
   * Divides a limit anew. As long as nothing was measured on this node, the others keep what they have.
   *
   * @param before what this node may use now
   */
  static LimitDivision of(
      List<LimitMember> members, LimitMeter meter, LimitTraffic traffic, long before) {
    LimitDivision division = new LimitDivision(members, meter, traffic);
    for (QuotaUnit unit : QuotaUnit.values()) {
      double wanted = meter.isReady() ? division.divide(unit) : 1;
      int least = Math.min(LimitParts.in(before, unit), LimitParts.part(wanted));
      division.own = LimitParts.with(division.own, unit, Math.max(division.rest(unit), least));
    }
    return division;
  }

  /** What the member at this place is granted. */
  long grant(int member) {
    return grants[member];
  }

  /** What is left for this node. */
  long own() {
    return own;
  }

  /** Whether a node wants more than it may use. */
  boolean isContended() {
    return contended;
  }

  /** Answers which part is due to this node. */
  private double divide(QuotaUnit unit) {
    int count = members.size() + 1;
    double[] needs = new double[count];
    double[] weights = new double[count];
    boolean[] wants = new boolean[count];
    double fixed = 0;
    for (int i = 0; i < members.size(); i++) {
      LimitMember member = members.get(i);
      if (!member.isKnown()) {
        fixed += LimitParts.get(unknown(member), unit);
        continue;
      }
      needs[i] = LimitParts.get(member.use().need(), unit);
      weights[i] = (double) member.use().weight() / LimitUse.WEIGHT_UNIT;
      wants[i] = member.use().wantsMore(unit) && isLimited(unit);
      contended |= wants[i];
    }
    int self = members.size();
    needs[self] = meter.need(unit);
    weights[self] = meter.weight();
    wants[self] = (meter.wantsMore() & LimitUse.bit(unit)) != 0 && isLimited(unit);
    contended |= wants[self];
    double[] shares = new double[count];
    WeightedShares.divide(needs, weights, wants, count, shares);
    move(unit, shares, Math.max(0, 1 - fixed));
    return shares[self] * Math.max(0, 1 - fixed);
  }

  /** What a node is due that has not measured what it needs: half of an even part at least. */
  private long unknown(LimitMember member) {
    return LimitParts.max(member.granted(), LimitParts.evenly(2 * (members.size() + 1)));
  }

  private boolean isLimited(QuotaUnit unit) {
    return traffic.limit(unit) < Double.POSITIVE_INFINITY;
  }

  /** Lowers what is to be lowered at once, and raises what is to be raised as far as there is something left. */
  private void move(QuotaUnit unit, double[] shares, double rest) {
    int self = members.size();
    long free = LimitParts.ONE - (long) (shares[self] * rest * LimitParts.ONE);
    boolean tooMuch = granted(unit) - (LimitParts.ONE >> TOO_MUCH_SHIFT) > free;
    long wished = 0;
    int[] wishes = new int[self];
    for (int i = 0; i < self; i++) {
      LimitMember member = members.get(i);
      free -= LimitParts.in(member.bound(), unit);
      int granted = LimitParts.in(member.granted(), unit);
      int target = member.isKnown()
          ? LimitParts.part(shares[i] * rest)
          : LimitParts.in(unknown(member), unit);
      boolean tooLittle = member.isKnown() && LimitParts.in(member.use().need(), unit) > granted;
      if (isOther(granted, target)
          || (tooMuch && target < granted)
          || (tooLittle && target > granted)) {
        if (target < granted) {
          grants[i] = LimitParts.with(grants[i], unit, target);
        } else {
          wishes[i] = target - granted;
          wished += wishes[i];
        }
      }
    }
    double part = wished == 0 ? 0 : Math.min(1, Math.max(0, (double) free / wished));
    for (int i = 0; i < self; i++) {
      int granted = LimitParts.in(grants[i], unit);
      int raised = granted + (int) (wishes[i] * part);
      if (raised > granted) {
        grants[i] = LimitParts.with(grants[i], unit, raised);
      }
    }
  }

  private long granted(QuotaUnit unit) {
    long granted = 0;
    for (LimitMember member : members) {
      granted += LimitParts.in(member.granted(), unit);
    }
    return granted;
  }

  private boolean isOther(int granted, int target) {
    double relative = contended ? HARDLY_OTHER_CONTENDED : HARDLY_OTHER;
    double absolute = contended ? HARDLY_ANYTHING_CONTENDED : HARDLY_ANYTHING;
    return Math.abs(granted - target)
        > Math.max(relative * Math.max(granted, target), absolute * LimitParts.ONE);
  }

  /** What no other node may be using, once they were told of their grants. */
  private int rest(QuotaUnit unit) {
    long rest = LimitParts.ONE;
    for (int i = 0; i < members.size(); i++) {
      rest -= Math.max(LimitParts.in(members.get(i).bound(), unit), LimitParts.in(grants[i], unit));
    }
    return (int) Math.max(0, rest);
  }
}
