package io.sluice.quota;

/**
 * What is known of a group's use: this node's own, as it measures it, and what each node has last reported,
 * this one included. There are thousands of these, so everything is in one array. Not thread-safe.
 */
final class LocalGroup {

  /** The place of this node's own report. */
  static final int OWN = 0;

  /** A node was held back if its clients had to wait for this part of the time... */
  private static final double HARDLY_HELD = 0.02;

  /** ...and it used this part of its share, or if they had to wait for that part of the time. */
  private static final double MOSTLY_USED = 0.9;

  private static final double MOSTLY_HELD = 0.5;

  /** What is used is averaged over so many ticks, as messages come in batches. */
  private static final int AVERAGED_TICKS = 4;

  private static final int IDLE_TICKS = 4;
  private static final int FRESH_TICKS = 4;

  private static final int USES = QuotaDimension.ALL.length;

  /**
   * In {@link #longs}: what was counted, the rates of the last ticks, held times in microseconds (two in one),
   * then of each report its head (two in one), then of each its rates.
   */
  private static final int TICKS = USES;

  private static final int HELD_TIMES = TICKS + AVERAGED_TICKS;
  private static final int HEADS = HELD_TIMES + 1;

  /** A head is the node, when it was heard (in intervals, the lowest bits), and what was held. */
  private static final int NODE_SHIFT = 16;

  private static final int HEARD_SHIFT = 8;

  final long id;
  final GroupTraffic traffic;
  private long[] longs = new long[length(1)];
  private byte held;
  private byte tick;
  private byte averagedTicks = AVERAGED_TICKS;
  private byte idleTicks = IDLE_TICKS;
  private byte activeTicks;

  /** What is to be said of it: see {@link Reporting}. */
  byte repeats;

  byte ticksSinceReport;

  /** Which dimensions some node wanted more of when shares were last worked out. */
  byte contended;

  LocalGroup(long id, GroupTraffic traffic) {
    this.id = id;
    this.traffic = traffic;
    for (QuotaDimension use : QuotaDimension.ALL) {
      longs[use.index] = traffic.count(use);
    }
    for (Direction direction : Direction.ALL) {
      setHalf(HELD_TIMES, direction.index, heldMicros(direction));
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

  private int heldMicros(Direction direction) {
    return (int) (traffic.heldNanos(direction) / 1000);
  }

  /** Measures what was used since this was last called. */
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
    int heldBefore = held;
    held = (byte) (heldBits(Direction.PUBLISH, seconds) | heldBits(Direction.DISPATCH, seconds));
    if (held != heldBefore) {
      averagedTicks = 1; // what it used before says little of what it uses now
    }
    idle(used == 0 && held == 0);
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

  /** Which of the two dimensions of a direction the node was held back in. */
  private int heldBits(Direction direction, double seconds) {
    int micros = heldMicros(direction);
    double heldPart = (micros - half(HELD_TIMES, direction.index)) / (seconds * 1e6);
    setHalf(HELD_TIMES, direction.index, micros);
    if (heldPart < HARDLY_HELD) {
      return 0;
    }
    QuotaDimension messages = QuotaDimension.of(direction, QuotaUnit.MESSAGES);
    QuotaDimension bytes = QuotaDimension.of(direction, QuotaUnit.BYTES);
    double ofMessages = average(messages) / traffic.share(messages);
    double ofBytes = average(bytes) / traffic.share(bytes);
    double most = heldPart >= MOSTLY_HELD
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

  /** Whether it was not used for so short a time that the others may not have said what they use. */
  boolean isFresh() {
    return activeTicks <= FRESH_TICKS;
  }

  /** What this node uses by now: where it is held back, its share. */
  GroupUse now() {
    long rates = 0;
    for (QuotaDimension use : QuotaDimension.ALL) {
      boolean isHeld = (held & GroupUse.bit(use)) != 0;
      rates = CompactRates.with(rates, use, isHeld ? traffic.share(use) : average(use));
    }
    return new GroupUse(id, rates, held);
  }

  /** How many reports there are, this node's own included. */
  int reports() {
    return (longs.length - HEADS) * 2 / 3; // each has one and a half
  }

  private int rates() {
    return longs.length - reports();
  }

  long rates(int report) {
    return longs[rates() + report];
  }

  int held(int report) {
    return half(HEADS, report) & 0xFF;
  }

  /** The number of the node whose report it is; not of this one's own. */
  int node(int report) {
    return half(HEADS, report) >>> NODE_SHIFT;
  }

  private void set(int report, long rates, int head) {
    longs[rates() + report] = rates;
    setHalf(HEADS, report, head);
  }

  /** Makes room for so many, of which those that there are before and after keep their places. */
  private void resize(int reports) {
    int kept = Math.min(reports, reports());
    long[] resized = new long[length(reports)];
    System.arraycopy(longs, 0, resized, 0, HEADS + (kept + 1) / 2);
    System.arraycopy(longs, rates(), resized, resized.length - reports, kept);
    longs = resized;
  }

  /** Remembers what this node has reported. */
  void reported(GroupUse use) {
    set(OWN, use.rates(), use.held());
  }

  /**
   * Remembers what another node has reported, or forgets it if it uses nothing any more.
   *
   * @return whether that one is new here
   */
  boolean heard(int node, GroupUse use, int interval) {
    int report = find(node);
    if (use.rates() == 0 && use.held() == 0) {
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
        node << NODE_SHIFT | (interval & 0xFF) << HEARD_SHIFT | (use.held() & 0xFF));
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

  /** Forgets what a node has reported. */
  void forget(int node) {
    int report = find(node);
    if (report > OWN) {
      remove(report);
    }
  }

  /** Forgets what was reported so many intervals ago: it would have been repeated. */
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
