package io.sluice.quota;

import org.jspecify.annotations.Nullable;

/**
 * Decides when this node reports what it uses of a group. While no node wants more than its share, the other
 * nodes need not know this use exactly. As soon as a node wants more, they do: quota that they believe this node
 * to use, and that it does not use, is lost.
 */
final class Reporting {

  /**
   * For so many ticks after a change it is reported again: at the first two and at the last of them, as any
   * report may be lost. A node that receives nothing for longer is cut off, and gets all reports when it is back.
   */
  private static final int REPEATED_TICKS = 7;

  /**
   * That this node uses a group no more is reported again every eight ticks for so long, as it is not among what is
   * reported regularly: the others would reckon with the use for long if all these reports were lost.
   */
  private static final int REPEATED_END_TICKS = REPEATED_TICKS + 24;

  private static final int TICKS_BETWEEN_ENDS = 8;

  private static final int REPEATED_AT_ONCE = 2;

  /** How much of a quota may be lost, all nodes together, because reports are not exact. */
  private static final double MOST_LOST = 0.02;

  /**
   * While a node uses more than its share, which what it has saved up allows, it reports that its use has grown by
   * this part.
   */
  private static final double LEAST_GROWTH = 0.005;

  private final double significant;
  private final int contendedTicks;
  private final int relaxedTicks;

  Reporting(QuotaSettings settings, int ticksPerInterval) {
    significant = settings.significantPercent() / 100.0;
    contendedTicks = ticksPerInterval;
    relaxedTicks = Math.min(Byte.MAX_VALUE - 1, ticksPerInterval * settings.everyIntervals());
  }

  /** What to report of a group now; null for nothing. Called once per tick. */
  @Nullable
  GroupUse dueReport(LocalGroup group) {
    GroupUse now = group.now();
    group.ticksSinceReport = (byte) Math.min(Byte.MAX_VALUE, group.ticksSinceReport + 1);
    if (isSignificant(group, now)) {
      group.repeats = (byte) (usesNothing(now) ? REPEATED_END_TICKS : REPEATED_TICKS);
    } else if (!isRepeated(group) && !isDue(group, now)) {
      return null;
    }
    group.ticksSinceReport = 0;
    group.reported(now);
    return now;
  }

  private static boolean isRepeated(LocalGroup group) {
    if (group.repeats == 0) {
      return false;
    }
    group.repeats--;
    int first = group.repeats < REPEATED_TICKS ? REPEATED_TICKS : REPEATED_END_TICKS;
    return group.repeats % TICKS_BETWEEN_ENDS == 0 || group.repeats >= first - REPEATED_AT_ONCE;
  }

  /** Has the group's use reported at the next tick even if it has not changed, and again after that. */
  static void reportAgain(LocalGroup group) {
    group.repeats = REPEATED_TICKS;
  }

  private boolean isDue(LocalGroup group, GroupUse now) {
    if (usesNothing(now)) {
      return false;
    }
    return group.ticksSinceReport >= (group.contended == 0 ? relaxedTicks : contendedTicks);
  }

  private static boolean usesNothing(GroupUse now) {
    return now.rates() == 0 && now.wantsMore() == 0;
  }

  private boolean isSignificant(LocalGroup group, GroupUse now) {
    if (now.wantsMore() != group.wantsMore(LocalGroup.OWN)) {
      return true;
    }
    long before = group.rates(LocalGroup.OWN);
    if (before == now.rates()) {
      return false;
    }
    for (QuotaDimension dimension : QuotaDimension.ALL) {
      double old = CompactRates.get(before, dimension);
      double rate = CompactRates.get(now.rates(), dimension);
      double most = significant * Math.max(old, rate);
      if ((group.contended & GroupUse.bit(dimension)) != 0) {
        most = Math.min(most, MOST_LOST * group.traffic.quota(dimension) / group.reports());
      }
      boolean outgrowsItsShare =
          rate > group.traffic.share(dimension) && rate > old * (1 + LEAST_GROWTH);
      if (Math.abs(rate - old) > most || outgrowsItsShare) {
        return true;
      }
    }
    return false;
  }
}
