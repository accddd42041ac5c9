package io.sluice.quota;

import org.jspecify.annotations.Nullable;

/**
 * Decides when a node that follows a leader reports what it uses of a limit: at once when it begins or ends to want
 * more, and again at the next tick, as any report may be lost; when its use has changed much; and now and then in any
 * case. Not thread-safe.
 */
final class LimitReporting {

  /** The leader has to know what each node uses to this part of the limit... */
  private static final double MOST_UNKNOWN = 0.005;

  /** ...and while a node wants more than it may use, to this part. */
  private static final double MOST_UNKNOWN_CONTENDED = 0.001;

  /** A node that needs more than its share says so if it has not said so of this part of its need. */
  private static final double TOO_LITTLE = 0.01;

  private boolean contended;
  private boolean again;
  private int ticks;
  private int wantsMore;
  private int weight;
  private long need;

  /** @param isContended whether a node wants more than it may use */
  void granted(boolean isContended) {
    contended = isContended;
  }

  boolean isContended() {
    return contended;
  }

  /** Called once per tick. */
  boolean isDue(LimitMeter meter, long share, QuotaSettings settings) {
    ticks++;
    if (again) {
      again = false;
      return true;
    }
    if (meter.wantsMore() != wantsMore || hasOutgrown(meter, share, settings)) {
      again = true;
      return true;
    }
    return ticks >= GroupShares.TICKS_PER_INTERVAL * (contended ? 1 : settings.everyIntervals());
  }

  private boolean hasOutgrown(LimitMeter meter, long share, QuotaSettings settings) {
    double significant = settings.significantPercent() / 100.0;
    if (isOther(weight(meter), weight, significant)) {
      return true;
    }
    for (QuotaUnit unit : QuotaUnit.values()) {
      double now = meter.need(unit);
      double before = LimitParts.get(need, unit);
      double most = Math.max(MOST_UNKNOWN, significant * Math.max(now, before));
      if (Math.abs(now - before) > (contended ? MOST_UNKNOWN_CONTENDED : most)) {
        return true;
      }
      if (now > LimitParts.get(share, unit) && isOther(now, before, TOO_LITTLE)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOther(double now, double before, double significant) {
    return Math.abs(now - before) > significant * Math.max(now, before);
  }

  private static int weight(LimitMeter meter) {
    return (int) Math.min(
        LimitUse.MOST_WEIGHT, Math.max(1, Math.round(meter.weight() * LimitUse.WEIGHT_UNIT)));
  }

  /** What the node says of itself. */
  LimitUse report(long limit, LimitUse.Kind kind, long share, @Nullable LimitMeter meter) {
    ticks = 0;
    if (meter == null || !meter.isReady()) {
      return LimitUse.of(limit, kind, share);
    }
    wantsMore = meter.wantsMore();
    weight = weight(meter);
    need = LimitParts.of(part(meter, QuotaUnit.MESSAGES), part(meter, QuotaUnit.BYTES));
    return new LimitUse(limit, kind, share, need, wantsMore, weight);
  }

  private static int part(LimitMeter meter, QuotaUnit unit) {
    return LimitParts.part(meter.need(unit));
  }
}
