package io.sluice.quota;

import io.sluice.ramp.RampLevel;
import io.sluice.ramp.RampMode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A ramp whose level the nodes agree on: the one with the smallest id of those that know a level moves it,
 * by the most that was used on any node, and the others take over what it says. Any thread may call it.
 *
 * <p>A node that has the ramp only now, or was cut off from the others, asks: it says that it knows no
 * level, moves its own, and takes over the first that it hears. It asks until then, or until it has heard
 * itself for so long that others would have answered. So a node that comes late never pulls the others back.
 */
public final class AgreedRamp {

  /** A node that is silent for so many seconds does not count any more. */
  static final int SILENT_SECONDS = 3;

  /** For so many seconds after it was heard a question is open. */
  private static final int ASK_SECONDS = 2;

  /** How often a level is reported that does not change any more. */
  private static final int SETTLED_SECONDS = 10;

  private static final int MOST_NODES = PeerNodes.MOST;

  /** What another node said last, and when. */
  private record Said(double level, double used, long second) {}

  private final String self;
  private final long id;
  private final Map<String, Said> others = new HashMap<>();
  private RampLevel ramp;
  private boolean canFall;
  private double max;
  private volatile double level;
  private volatile double factor;
  private boolean asks = true;
  private long askedUntil = Long.MAX_VALUE;

  /** Whether the level is one that another node has just moved to. */
  private boolean tookOver;

  private long loudUntil;
  private double usedNow;
  private double usedBefore;

  AgreedRamp(String self, long id, long min, long max, Duration duration, RampMode mode) {
    this.self = self;
    this.id = id;
    this.ramp = new RampLevel(min, max, duration, mode);
    set(ramp, max, mode);
  }

  /** Has other numbers from now on, and goes on from where it is. */
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

  /** How far up it is, per second. */
  public double level() {
    return level;
  }

  /** Which part of its max that is: of a rate that has this ramp, so much holds. */
  public double factor() {
    return factor;
  }

  /** Which part of the limits that have it was used in the last second, on the node where most was: 0 to 1. */
  public synchronized double used() {
    return others.values().stream().mapToDouble(Said::used).reduce(usedBefore, Math::max);
  }

  /** How many nodes have it and are not silent, this one included. */
  public synchronized int nodes() {
    return others.size() + 1;
  }

  /** Of some limit that has this ramp so much is used here, from 0 to 1; in each second the most counts. */
  public synchronized void used(double fraction) {
    usedNow = Math.max(usedNow, within(fraction));
  }

  private static double within(double fraction) {
    return fraction > 0 ? Math.min(1, fraction) : 0;
  }

  /** Some seconds are over, mostly one. */
  synchronized void tick(long second, long passed) {
    usedBefore = usedNow;
    usedNow = 0;
    others.values().removeIf(said -> second - said.second > SILENT_SECONDS);
    asks &= second < askedUntil;
    double before = level;
    ramp.advance(passed, used());
    if (tookOver || (!asks && leaderBefore().isPresent())) {
      ramp.resumeAt(before); // until the leader says more
    }
    tookOver = false;
    show();
    if (level != before) {
      speakUp(second);
    }
  }

  /** The level of the first of the others, if this one is not before it. */
  private OptionalDouble leaderBefore() {
    return others.entrySet().stream()
        .filter(other -> other.getValue().level > 0 && other.getKey().compareTo(self) < 0)
        .min(Map.Entry.comparingByKey())
        .map(other -> OptionalDouble.of(other.getValue().level))
        .orElse(OptionalDouble.empty());
  }

  synchronized void heard(String node, RampUse use, long second) {
    double said = use.level() > 0 ? use.level() : 0;
    if (others.size() < MOST_NODES || others.containsKey(node)) {
      others.put(node, new Said(said, within(use.used()), second));
    }
    if (asks && said > 0) {
      asks = false;
      tookOver = true;
      ramp.resumeAt(said);
    } else if (!asks) {
      leaderBefore().ifPresent(ramp::resumeAt);
    }
    show();
    if (said != level) {
      speakUp(second);
    }
  }

  synchronized void forgotten(String node) {
    others.remove(node);
  }

  /** This node is cut off from the others: when it hears them again, they know better. */
  synchronized void cutOff() {
    asks = true;
    askedUntil = Long.MAX_VALUE;
  }

  /** This node hears what is exchanged. */
  synchronized void connected(long second) {
    askedUntil = Math.min(askedUntil, second + ASK_SECONDS);
  }

  private void speakUp(long second) {
    loudUntil = second + SILENT_SECONDS;
  }

  /** Whether others may have to know in this second. At max most ramps stay there, and all know. */
  synchronized boolean isToSay(long second) {
    return asks || canFall || level < max || second <= loudUntil || second % SETTLED_SECONDS == 0;
  }

  synchronized RampUse toSay() {
    return new RampUse(id, asks ? 0 : level, usedBefore);
  }
}
