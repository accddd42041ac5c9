package io.sluice.quota;

/**
 * What this node uses of one limit, and how much it waits for it, as averages over the last ticks. Not thread-safe.
 */
final class LimitMeter {

  /** The averages are over so many ticks, as messages come in batches. */
  private static final int AVERAGED_TICKS = 4;

  /** A node wants more if its clients were throttled for this part of the time... */
  private static final double MOSTLY_THROTTLED = 0.5;

  /** ...of whatever it has used this part of its share, or of which it has used the largest part. */
  private static final double MOSTLY_USED = 0.9;

  /**
   * A node that begins to want more says that it needs so much more than it uses, as it cannot know. It says so many
   * times as much in each tick in which it still does.
   */
  private static final double LEAST_GROWTH = 0.05;

  private static final double FASTER = 3;

  private static final int UNITS = QuotaUnit.values().length;
  private static final double NANOS_PER_SECOND = 1e9;

  private final LimitTraffic traffic;
  private final long[] counts = new long[UNITS];
  private final double[][] rates = new double[UNITS][AVERAGED_TICKS];
  private final double[] anyThrottled = new double[AVERAGED_TICKS];
  private final double[] allThrottled = new double[AVERAGED_TICKS];
  private long measuredNanos;
  private long measuredShare;
  private long anyThrottledNanos;
  private long allThrottledNanos;
  private int tick;
  private int averagedTicks;
  private double throttledPart;
  private int wantsMore;
  private int wantingTicks;

  LimitMeter(LimitTraffic traffic, long nowNanos) {
    this.traffic = traffic;
    start(nowNanos);
  }

  /** Forgets what was measured, and begins anew. */
  void start(long nowNanos) {
    averagedTicks = 0;
    throttledPart = 0;
    wantsMore = 0;
    wantingTicks = 0;
    restartTick(nowNanos);
  }

  /**
   * The node may use much more from now on. What it has used in this tick so far says nothing of what it needs if it
   * wanted more.
   */
  void raised(long nowNanos) {
    if (wantsMore != 0) {
      restartTick(nowNanos);
    }
  }

  private void restartTick(long nowNanos) {
    measuredNanos = nowNanos;
    for (QuotaUnit unit : QuotaUnit.values()) {
      counts[unit.index] = traffic.count(unit);
    }
    anyThrottledNanos = traffic.anyThrottledNanos();
    allThrottledNanos = traffic.allThrottledNanos();
  }

  /** Whether anything was measured since the start. */
  boolean isReady() {
    return averagedTicks > 0;
  }

  /**
   * Measures what was used since the last call. Called once per tick.
   *
   * @param tickNanos how long a tick is: what was measured in much less than that says nothing, and is counted in the
   *     next one
   * @param share what it was allowed to use, see {@link LimitParts}
   */
  void measure(long nowNanos, long tickNanos, long share) {
    if (nowNanos - measuredNanos < tickNanos / 2) {
      return;
    }
    double seconds = (nowNanos - measuredNanos) / NANOS_PER_SECOND;
    measuredNanos = nowNanos;
    measuredShare = share;
    tick = (tick + 1) % AVERAGED_TICKS;
    for (QuotaUnit unit : QuotaUnit.values()) {
      long count = traffic.count(unit);
      rates[unit.index][tick] = (count - counts[unit.index]) / seconds;
      counts[unit.index] = count;
    }
    long any = traffic.anyThrottledNanos();
    throttledPart = (any - anyThrottledNanos) / NANOS_PER_SECOND / seconds;
    anyThrottled[tick] = throttledPart;
    anyThrottledNanos = any;
    long all = traffic.allThrottledNanos();
    allThrottled[tick] = (all - allThrottledNanos) / NANOS_PER_SECOND / seconds;
    allThrottledNanos = all;
    int wantedMore = wantsMore;
    wantsMore = throttledPart >= MOSTLY_THROTTLED ? exhausted(share) : 0;
    wantingTicks = wantsMore == 0 ? 0 : wantingTicks + 1;
    // What it used while it waited says little of what it uses when it does not, and the other way
    // round.
    averagedTicks = wantsMore == wantedMore ? Math.min(AVERAGED_TICKS, averagedTicks + 1) : 1;
  }

  /** A bit for each unit of which it has used its share, or nearly so. */
  private int exhausted(long share) {
    double messages = usedOf(QuotaUnit.MESSAGES, share);
    double bytes = usedOf(QuotaUnit.BYTES, share);
    double most = Math.min(MOSTLY_USED, Math.max(messages, bytes));
    return (messages >= most ? LimitUse.bit(QuotaUnit.MESSAGES) : 0)
        | (bytes >= most ? LimitUse.bit(QuotaUnit.BYTES) : 0);
  }

  /** Which part of its share the node has used; negative if there is no limit. */
  private double usedOf(QuotaUnit unit, long share) {
    double limit = traffic.limit(unit);
    if (limit == Double.POSITIVE_INFINITY) {
      return -1;
    }
    double allowed = limit * LimitParts.get(share, unit);
    return allowed == 0 ? 1 : rates[unit.index][tick] / allowed;
  }

  /** A bit for each unit of which it would use more. */
  int wantsMore() {
    return wantsMore;
  }

  /** What the node needs: what it uses, and more if its clients had to wait now and then. */
  double need(QuotaUnit unit) {
    double limit = traffic.limit(unit);
    if (limit == Double.POSITIVE_INFINITY) {
      return 0;
    }
    double used = average(rates[unit.index]) / limit;
    if ((wantsMore & LimitUse.bit(unit)) == 0) {
      return Math.min(1, used * (1 + 2 * LEAST_GROWTH * throttledPart));
    }
    double growth = LEAST_GROWTH * Math.pow(FASTER, wantingTicks - 1);
    return Math.min(1, Math.max(used, LimitParts.get(measuredShare, unit)) * (1 + growth));
  }

  /** How many of its producers or consumers wait while any waits or, if they hardly do, how many there are. */
  double weight() {
    return wantsMore != 0
        ? Math.max(1, average(allThrottled) / average(anyThrottled))
        : Math.max(1, traffic.users());
  }

  private double average(double[] ticks) {
    double sum = 0;
    for (int i = 0; i < averagedTicks; i++) {
      sum += ticks[(tick - i + AVERAGED_TICKS) % AVERAGED_TICKS];
    }
    return averagedTicks == 0 ? 0 : sum / averagedTicks;
  }
}
