package io.sluice.quota;

/**
 * What this node knows of a group's use: its own use, which it measures, and the last report of each node, its
 * own included. There are thousands of groups, so everything is in one array. Not thread-safe.
 */
final class LocalGroup {

  /** The place of this node's own report. */
  static final int OWN = 0;

  /** A node wants more of its share if its clients were throttled for this part of the time... */
  private static final double HARDLY_THROTTLED = 0.02;

  /** ...and it used this part of its share... */
  private static final double MOSTLY_USED = 0.9;

  /** ...or if its clients were throttled for this part of the time, whatever part of its share it used. */
  private static final double MOSTLY_THROTTLED = 0.5;

  /** The use is averaged over so many ticks, as messages come in batches. */
  private static final int AVERAGED_TICKS = 4;

  private static final int IDLE_TICKS = 4;
  private static final int FRESH_TICKS = 4;

  private static final int USES = QuotaDimension.ALL.length;

  /**
   * The parts of {@link #longs}: what was counted, the rates of the last ticks, throttled times in microseconds
   * (two in one long), then the head of each report (two in one long), then the rates of each report.
   */
  private static final int TICKS = USES;

  private static final int THROTTLED_TIMES = TICKS + AVERAGED_TICKS;
  private static final int HEADS = THROTTLED_TIMES + 1;

  /** A head is the node's number, the lowest bits of the report's interval, and what the node wants more of. */
  private static final int NODE_SHIFT = 16;

  private static final int HEARD_SHIFT = 8;

  final long id;
  final GroupTraffic traffic;
  private long[] longs = new long[length(1)];
  private byte wantsMore;
  private byte tick;
  private byte averagedTicks = AVERAGED_TICKS;
  private byte idleTicks = IDLE_TICKS;
  private byte activeTicks;

  /** How often the use is still reported again: see {@link Reporting}. */
  byte repeats;

  byte ticksSinceReport;

  /** The dimensions of which at least one node wanted more when shares were last worked out. */
  byte contended;

  LocalGroup(long id, GroupTraffic traffic) {
    this.id = id;
    this.traffic = traffic;
    for (QuotaDimension use : QuotaDimension.ALL) {
      longs[use.index] = traffic.count(use);
    }
    for (Direction direction : Direction.ALL) {
      setHalf(THROTTLED_TIMES, direction.index, throttledMicros(direction));
    }
  }

  private static int length(int reports) {
    return HEADS + (reports + 1) / 2 + reports;
  }

  private int half(int from, int index) {
    return (int) (longs[from + index / 2] >>> (index % 2 * Integer.SIZE));
  }

  private void setHalf(int from, int index, int value) {
    int shift = index % 2 * Integer.SIZE;
    long other = longs[from + index / 2] & ~(0xFFFF_FFFFL << shift);
    longs[from + index / 2] = other | (value & 0xFFFF_FFFFL) << shift;
  }

  private int throttledMicros(Direction direction) {
    return (int) (traffic.throttledNanos(direction) / 1000);
  }

  /** Measures what was used since the last call. */
  void measure(double seconds) {
    long rates = 0;
    long used = 0;
    for (QuotaDimension use : QuotaDimension.ALL) {
      long count = traffic.count(use);
      long delta = count - longs[use.index];
      longs[use.index] = count;
      used += delta;
      rates = CompactRates.with(rates, use, delta / seconds);
    }
    average(rates);
    int wantedMoreBefore = wantsMore;
    wantsMore = (byte)
        (wantsMoreBits(Direction.PUBLISH, seconds) | wantsMoreBits(Direction.DISPATCH, seconds));
    if (wantsMore != wantedMoreBefore) {
      averagedTicks = 1; // what it used before says little of what it uses now
    }
    idle(used == 0 && wantsMore == 0);
  }

  private void average(long rates) {
    tick = (byte) ((tick + 1) % AVERAGED_TICKS);
    longs[TICKS + tick] = rates;
    averagedTicks = (byte) Math.min(AVERAGED_TICKS, averagedTicks + 1);
  }

  private double average(QuotaDimension use) {
    double sum = 0;
    for (int i = 0; i < averagedTicks; i++) {
      int before = (tick - i + AVERAGED_TICKS) % AVERAGED_TICKS;
      sum += CompactRates.get(longs[TICKS + before], use);
    }
    return sum / averagedTicks;
  }

  /** The dimensions of a direction of which the node wants more: none, one or both. */
  private int wantsMoreBits(Direction direction, double seconds) {
    int micros = throttledMicros(direction);
    double throttledPart = (micros - half(THROTTLED_TIMES, direction.index)) / (seconds * 1e6);
    setHalf(THROTTLED_TIMES, direction.index, micros);
    if (throttledPart < HARDLY_THROTTLED) {
      return 0;
    }
    QuotaDimension messages = QuotaDimension.of(direction, QuotaUnit.MESSAGES);
    QuotaDimension bytes = QuotaDimension.of(direction, QuotaUnit.BYTES);
    double ofMessages = average(messages) / traffic.share(messages);
    double ofBytes = average(bytes) / traffic.share(bytes);
    double most = throttledPart >= MOSTLY_THROTTLED
        ? Math.min(MOSTLY_USED, Math.max(ofMessages, ofBytes))
        : MOSTLY_USED;
    return (ofMessages >= most && isLimited(messages) ? GroupUse.bit(messages) : 0)
        | (ofBytes >= most && isLimited(bytes) ? GroupUse.bit(bytes) : 0);
  }

  private boolean isLimited(QuotaDimension use) {
    return traffic.quota(use) < Double.POSITIVE_INFINITY;
  }

  private void idle(boolean idle) {
    if (!idle) {
      idleTicks = 0;
      activeTicks = (byte) Math.min(FRESH_TICKS + 1, activeTicks + 1);
    } else if (idleTicks < IDLE_TICKS && ++idleTicks == IDLE_TICKS) {
      activeTicks = 0;
    }
  }

  /** Whether this node uses the group for so short a time that other nodes may not have reported their use. */
  boolean isFresh() {
    return activeTicks <= FRESH_TICKS;
  }

  /** What this node uses now. Where it wants more than its share, that is the share. */
  GroupUse now() {
    long rates = 0;
    for (QuotaDimension use : QuotaDimension.ALL) {
      boolean wantsMoreOfIt = (wantsMore & GroupUse.bit(use)) != 0;
      rates = CompactRates.with(rates, use, wantsMoreOfIt ? traffic.share(use) : average(use));
    }
    return new GroupUse(id, rates, wantsMore);
  }

  /** How many reports there are, this node's own included. */
  int reports() {
    return (longs.length - HEADS) * 2 / 3; // each takes one and a half longs
  }

  private int rates() {
    return longs.length - reports();
  }

  long rates(int report) {
    return longs[rates() + report];
  }

  int wantsMore(int report) {
    return half(HEADS, report) & 0xFF;
  }

  /** The number of the node that has sent the report; not for this node's own report. */
  int node(int report) {
    return half(HEADS, report) >>> NODE_SHIFT;
  }

  private void set(int report, long rates, int head) {
    longs[rates() + report] = rates;
    setHalf(HEADS, report, head);
  }

  /** Changes the number of reports. Those that remain keep their places. */
  private void resize(int reports) {
    int kept = Math.min(reports, reports());
    long[] resized = new long[length(reports)];
    System.arraycopy(longs, 0, resized, 0, HEADS + (kept + 1) / 2);
    System.arraycopy(longs, rates(), resized, resized.length - reports, kept);
    longs = resized;
  }

  /** Remembers what this node has reported. */
  void reported(GroupUse use) {
    set(OWN, use.rates(), use.wantsMore());
  }

  /**
   * Remembers what another node has reported. If that node uses nothing any more, forgets its report.
   *
   * @return whether there was no report of that node before and there is one now
   */
  boolean heard(int node, GroupUse use, int interval) {
    int report = find(node);
    if (use.rates() == 0 && use.wantsMore() == 0) {
      if (report > OWN) {
        remove(report);
      }
      return false;
    }
    boolean isNew = report < 0;
    if (isNew) {
      report = reports();
      resize(report + 1);
    }
    set(
        report,
        use.rates(),
        node << NODE_SHIFT | (interval & 0xFF) << HEARD_SHIFT | (use.wantsMore() & 0xFF));
    return isNew;
  }

  private int find(int node) {
    for (int report = OWN + 1; report < reports(); report++) {
      if (node(report) == node) {
        return report;
      }
    }
    return -1;
  }

  /** Whether a node has reported that it uses the group. */
  boolean isUsedBy(int node) {
    return find(node) > OWN;
  }

  /** What a node has reported that it wants more of. */
  int wantsMoreOf(int node) {
    int report = find(node);
    return report > OWN ? wantsMore(report) : 0;
  }

  /** Forgets what a node has reported. */
  void forget(int node) {
    int report = find(node);
    if (report > OWN) {
      remove(report);
    }
  }

  /** Forgets reports that are older than so many intervals: a node that still uses the group has reported again. */
  void forgetOlderThan(int intervals, int now) {
    for (int report = reports() - 1; report > OWN; report--) {
      int age = (now - (half(HEADS, report) >>> HEARD_SHIFT)) & 0xFF;
      if (age > intervals) {
        remove(report);
      }
    }
  }

  private void remove(int report) {
    int last = reports() - 1;
    set(report, rates(last), half(HEADS, last));
    resize(last);
  }
}
