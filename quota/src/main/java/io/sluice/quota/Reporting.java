package io.sluice.quota;

import org.jspecify.annotations.Nullable;

/**
 * Decides what of a group's use is worth a report. As long as no node wants more than there is, it does not
 * matter how exactly the others know what a node uses; as soon as one does, what a node is believed to use
 * and does not is lost to all.
 */
final class Reporting {

  /**
   * A change is reported again at the next tick and the one after, as any report may be lost, and at the last
   * of so many: a node that was out of touch for longer than that is forgotten, and asks when it is back.
   */
  private static final int REPEATED_TICKS = 7;

  private static final int SAID_AT_ONCE = 2;

  /** How much of a quota may be lost, all nodes together, because reports are not exact. */
  private static final double MOST_LOST = 0.02;

  /** A node that uses more than its share, of what it has saved up, reports a change by this part. */
  private static final double LEAST_GROWTH = 0.005;

  private final double significant;
  private final int contendedTicks;
  private final int relaxedTicks;

  Reporting(QuotaSettings settings, int ticksPerInterval) {
    significant = settings.significantPercent() / 100.0;
    contendedTicks = ticksPerInterval;
    relaxedTicks = Math.min(Byte.MAX_VALUE - 1, ticksPerInterval * settings.everyIntervals());
  }

  /** What is to be reported of a group now, if anything; called once per tick. */
  @Nullable
  GroupUse toSay(LocalGroup group) {
    GroupUse now = group.now();
    group.ticksSinceReport = (byte) Math.min(Byte.MAX_VALUE, group.ticksSinceReport + 1);
    if (isSignificant(group, now)) {
      group.repeats = REPEATED_TICKS;
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
    return group.repeats == 0 || group.repeats >= REPEATED_TICKS - SAID_AT_ONCE;
  }

  /** Has it reported at the next tick in any case, and again after that. */
  static void again(LocalGroup group) {
    group.repeats = REPEATED_TICKS;
  }

  private boolean isDue(LocalGroup group, GroupUse now) {
    if (now.rates() == 0 && now.held() == 0) {
      return false;
    }
    return group.ticksSinceReport >= (group.contended == 0 ? relaxedTicks : contendedTicks);
  }

  private boolean isSignificant(LocalGroup group, GroupUse now) {
    if (now.held() != group.held(LocalGroup.OWN)) {
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
