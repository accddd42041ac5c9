package io.sluice.quota;

/**
 * What this node uses of one limit, and how much it waits for it, as averages over the last ticks. Not thread-safe.
 */
final class LimitMeter {

  /** The averages are over so many ticks, as messages come in batches... */
  private static final int AVERAGED_TICKS = 4;

  /** ...or, if these were less than so many messages, over so many ticks: one more or less makes a difference. */
  private static final int FEW_MESSAGES = 32;

  private static final int MOST_AVERAGED_TICKS = 8;

  /** What is counted of few messages may be less than what is used by this part of a message. */
  private static final double ROUNDED_DOWN = 0.5;

  /** A node wants more if its clients were throttled for this part of the time... */
  private static final double MOSTLY_THROTTLED = 0.5;

  /** ...of whatever it has used this part of its share, or of which it has used the largest part. */
  private static final double MOSTLY_USED = 0.9;

  /**
   * A node that begins to want more says that it needs so much more than it uses, as it cannot know. It says so many
   * times as much in each tick in which it still does.
   */
  private static final double LEAST_GROWTH = 0.03;

  private static final double FASTER = 3;

  /** For so many ticks it does so without its share being changed: the node that divides the limit may be gone. */
  private static final int MOST_UNANSWERED_TICKS = 4;

  /** A node whose clients are throttled, but not mostly, says that it needs up to so much more than it uses. */
  private static final double GROWTH_OF_THROTTLED = 0.1;

  /**
   * A node that begins to use the limit, or uses it again, and wants more says at once that it needs this fraction of an
   * even part at least. Any other node says so after several ticks: it may need just a little more than it has.
   */
  private static final double LEAST_OF_EVEN_PART = 0.5;

  private static final int LEAST_AFTER_TICKS = 2;

  /** What was measured in less than this part of a tick says nothing. */
  private static final double LEAST_OF_TICK = 0.25;

  private static final int UNITS = QuotaUnit.values().length;
  private static final double NANOS_PER_SECOND = 1e9;

  private final LimitTraffic traffic;
  private final long[] counts = new long[UNITS];
  private final float[][] rates = new float[UNITS][MOST_AVERAGED_TICKS];
  private final float[] anyThrottled = new float[MOST_AVERAGED_TICKS];
  private final float[] allThrottled = new float[MOST_AVERAGED_TICKS];
  private long measuredNanos;
  private long measuredShare;
  private double evenPart;
  private long anyThrottledNanos;
  private long allThrottledNanos;
  private int tick;
  private int averagedTicks;
  private int measuredTicks;
  private double throttledPart;
  private int wantsMore;
  private int wantingTicks;
  private int calmTicks;

  /** Whether it has wanted more ever since it began to use the limit, or used it again. */
  private boolean isNew = true;

  private boolean isRestarted;
  private double tickSeconds;

  LimitMeter(LimitTraffic traffic, long nowNanos) {
    this.traffic = traffic;
    start(nowNanos);
  }

  /** Forgets what was measured, and begins anew. */
  void start(long nowNanos) {
    averagedTicks = 0;
    measuredTicks = 0;
    throttledPart = 0;
    wantsMore = 0;
    wantingTicks = 0;
    calmTicks = 0;
    isNew = true;
    restartTick(nowNanos);
  }

  /**
   * The node may use much more from now on. What it has used in this tick so far says nothing of what it needs if it
   * wanted more. In the next tick that is not forgotten again, or nothing would be measured of a node whose share
   * changes in each tick.
   */
  void raised(long nowNanos) {
    if (wantsMore != 0 && !isRestarted) {
      isRestarted = true;
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
   * @param nodes how many nodes use the limit, as far as this node knows
   */
  void measure(long nowNanos, long tickNanos, long share, int nodes) {
    if (nowNanos - measuredNanos < LEAST_OF_TICK * tickNanos) {
      return;
    }
    isRestarted = false;
    evenPart = 1.0 / nodes;
    tickSeconds = tickNanos / NANOS_PER_SECOND;
    double seconds = (nowNanos - measuredNanos) / NANOS_PER_SECOND;
    measuredNanos = nowNanos;
    boolean isAnswered = measuredShare != share;
    measuredShare = share;
    tick = (tick + 1) % MOST_AVERAGED_TICKS;
    for (QuotaUnit unit : QuotaUnit.values()) {
      long count = traffic.count(unit);
      rates[unit.index][tick] = (float) ((count - counts[unit.index]) / seconds);
      counts[unit.index] = count;
    }
    long any = traffic.anyThrottledNanos();
    throttledPart = (any - anyThrottledNanos) / NANOS_PER_SECOND / seconds;
    anyThrottled[tick] = (float) throttledPart;
    anyThrottledNanos = any;
    long all = traffic.allThrottledNanos();
    allThrottled[tick] = (float) ((all - allThrottledNanos) / NANOS_PER_SECOND / seconds);
    allThrottledNanos = all;
    int wantedMore = wantsMore;
    wantsMore = throttledPart >= MOSTLY_THROTTLED ? exhausted(share) : 0;
    if (wantsMore == 0) {
      wantingTicks = 0;
    } else if (wantingTicks < MOST_UNANSWERED_TICKS || isAnswered) {
      wantingTicks++;
    }
    calmTicks = wantsMore == 0 ? Math.min(AVERAGED_TICKS, calmTicks + 1) : 0;
    // What it used while it waited says little of what it uses when it does not, and the other way
    // round. In the first tick in which it does not, it uses what had waited, too.
    averagedTicks =
        wantsMore == wantedMore && calmTicks != 2 ? Math.min(AVERAGED_TICKS, averagedTicks + 1) : 1;
    measuredTicks = Math.min(MOST_AVERAGED_TICKS, measuredTicks + 1);
    if (wantsMore == 0) {
      isNew = average(rates[QuotaUnit.MESSAGES.index], measuredTicks) == 0;
    }
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
    double used = used(unit) / limit;
    if ((wantsMore & LimitUse.bit(unit)) == 0) {
      return Math.min(1, used * (1 + GROWTH_OF_THROTTLED * throttledPart));
    }
    double growth = LEAST_GROWTH * Math.pow(FASTER, wantingTicks - 1);
    double more = Math.max(used, LimitParts.get(measuredShare, unit)) * (1 + growth);
    double least = isNew ? 1 : Math.min(1, (double) (wantingTicks - 1) / LEAST_AFTER_TICKS);
    return Math.min(1, Math.max(more, least * LEAST_OF_EVEN_PART * evenPart));
  }

  /** How many of its producers or consumers wait while any waits or, if they hardly do, how many there are. */
  double weight() {
    return wantsMore != 0
        ? Math.max(1, average(allThrottled) / average(anyThrottled))
        : Math.max(1, traffic.users());
  }

  /** What was used per second; of few messages so much more that it is enough. */
  private double used(QuotaUnit unit) {
    float[] messages = rates[QuotaUnit.MESSAGES.index];
    double few = FEW_MESSAGES / (AVERAGED_TICKS * tickSeconds);
    double now = average(messages);
    double longer = average(messages, measuredTicks);
    if (now >= few || longer <= now) {
      return average(rates[unit.index]);
    }
    double enough = longer + ROUNDED_DOWN / (measuredTicks * tickSeconds);
    return average(rates[unit.index], measuredTicks) * Math.min(few, enough) / longer;
  }

  private double average(float[] ticks) {
    return average(ticks, averagedTicks);
  }

  private double average(float[] ticks, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += ticks[(tick - i + MOST_AVERAGED_TICKS) % MOST_AVERAGED_TICKS];
    }
    return count == 0 ? 0 : sum / count;
  }
}
