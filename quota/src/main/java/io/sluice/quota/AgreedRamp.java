package io.sluice.quota;

import io.sluice.ramp.RampLevel;
import io.sluice.ramp.RampMode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A ramp whose level the nodes agree on. Of the nodes that know a level, the one with the smallest id is the
 * leader. It moves the level, by the highest use on any node, and the other nodes take over the level that it
 * reports. Any thread may call it.
 *
 * <p>A node that has just got the ramp, or was cut off from the others, asks: it reports that it knows no level,
 * moves its own level, and takes over the first level that another node reports. It stops asking when it has
 * received one, or when it has received its own reports for so long that other nodes would have answered. So a
 * node that starts later never pulls the others back.
 */
public final class AgreedRamp {

  /** A node that is silent for longer than so many seconds does not count any more. */
  static final int SILENT_SECONDS = 3;

  /** A node asks for so many seconds after it has received its own report. */
  private static final int ASK_SECONDS = 2;

  /** How often a level is reported that does not change any more. */
  private static final int SETTLED_SECONDS = 10;

  private static final int MOST_NODES = PeerNodes.MOST;

  /** What another node has reported last, and when. */
  private record LastReport(double level, double used, long second) {}

  private final String self;
  private final long id;
  private final Map<String, LastReport> others = new HashMap<>();
  private RampLevel ramp;
  private boolean canFall;
  private double max;
  private volatile double level;
  private volatile double factor;
  private boolean asks = true;
  private long asksUntil = Long.MAX_VALUE;

  /** Whether this node has taken over the level of another node since the last second. */
  private boolean tookOver;

  /** The level is reported in each second until this one. */
  private long reportUntil;

  private double usedNow;
  private double usedBefore;

  AgreedRamp(String self, long id, long min, long max, Duration duration, RampMode mode) {
    this.self = self;
    this.id = id;
    this.ramp = new RampLevel(min, max, duration, mode);
    set(ramp, max, mode);
  }

  /** Changes the numbers of the ramp, which goes on from its level. */
  synchronized void change(long min, long newMax, Duration duration, RampMode mode) {
    RampLevel changed = new RampLevel(min, newMax, duration, mode);
    changed.resumeAt(level);
    set(changed, newMax, mode);
  }

  private void set(RampLevel other, long newMax, RampMode mode) {
    ramp = other;
    max = newMax;
    canFall = mode instanceof RampMode.GoBackN;
    show();
  }

  private void show() {
    level = ramp.level();
    factor = level / max;
  }

  /** How far the ramp has risen, per second. */
  public double level() {
    return level;
  }

  /** The level as a part of the ramp's max. A limit or quota with this ramp is multiplied by it. */
  public double factor() {
    return factor;
  }

  /** Which part of the limits with this ramp was used in the last second, from 0 to 1: the highest of all nodes. */
  public synchronized double used() {
    return others.values().stream().mapToDouble(LastReport::used).reduce(usedBefore, Math::max);
  }

  /** How many nodes have the ramp and are not silent, this node included. */
  public synchronized int nodes() {
    return others.size() + 1;
  }

  /** Takes note that this node uses so much of a limit with this ramp, from 0 to 1. The highest in a second counts. */
  public synchronized void used(double fraction) {
    usedNow = Math.max(usedNow, within(fraction));
  }

  private static double within(double fraction) {
    return fraction > 0 ? Math.min(1, fraction) : 0;
  }

  /**
   * Moves the ramp.
   *
   * @param second the number of the second that has begun
   * @param passed how many seconds are over since the last call; usually one
   */
  synchronized void tick(long second, long passed) {
    usedBefore = usedNow;
    usedNow = 0;
    others.values().removeIf(report -> second - report.second > SILENT_SECONDS);
    asks &= second < asksUntil;
    double before = level;
    ramp.advance(passed, used());
    if (tookOver || (!asks && leadersLevel().isPresent())) {
      ramp.resumeAt(before); // until the leader reports another level
    }
    tookOver = false;
    show();
    if (level != before) {
      keepReporting(second);
    }
  }

  /** The level of the leader, if that is another node. */
  private OptionalDouble leadersLevel() {
    return others.entrySet().stream()
        .filter(other -> other.getValue().level > 0 && other.getKey().compareTo(self) < 0)
        .min(Map.Entry.comparingByKey())
        .map(other -> OptionalDouble.of(other.getValue().level))
        .orElse(OptionalDouble.empty());
  }

  /** Takes note of the report of another node. */
  synchronized void heard(String node, RampUse use, long second) {
    double reported = use.level() > 0 ? use.level() : 0;
    if (others.size() < MOST_NODES || others.containsKey(node)) {
      others.put(node, new LastReport(reported, within(use.used()), second));
    }
    if (asks && reported > 0) {
      asks = false;
      tookOver = true;
      ramp.resumeAt(reported);
    } else if (!asks) {
      leadersLevel().ifPresent(ramp::resumeAt);
    }
    show();
    if (reported != level) {
      keepReporting(second);
    }
  }

  synchronized void forgotten(String node) {
    others.remove(node);
  }

  /** Called when this node is cut off. From now on it asks the other nodes for the level. */
  synchronized void cutOff() {
    asks = true;
    asksUntil = Long.MAX_VALUE;
  }

  /** Called when this node receives its own reports. */
  synchronized void connected(long second) {
    asksUntil = Math.min(asksUntil, second + ASK_SECONDS);
  }

  /** Has the level reported in the next few seconds. */
  private void keepReporting(long second) {
    reportUntil = second + SILENT_SECONDS;
  }

  /** Whether to report in this second. A ramp at its max that cannot fall is reported only now and then. */
  synchronized boolean isReportDue(long second) {
    return asks || canFall || level < max || second <= reportUntil || second % SETTLED_SECONDS == 0;
  }

  /** The report for this second; its level is 0 while this node asks. */
  synchronized RampUse report() {
    return new RampUse(id, asks ? 0 : level, usedBefore);
  }
}
