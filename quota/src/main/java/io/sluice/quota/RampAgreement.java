package io.sluice.quota;

import io.sluice.core.NanoClock;
import io.sluice.ramp.RampMode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The ramps of this node, by the keys of their policies, and what nodes report to each other about them. Ramps
 * move once per second of this node's clock. There is one ramp for each ramp policy. Any thread may call it.
 */
public final class RampAgreement {

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final String self;
  private final NanoClock clock;
  private final long startNanos;
  private final Map<Long, AgreedRamp> ramps = new HashMap<>();
  private long second;
  private boolean due;
  private boolean connected;

  /** The second of the first report about ramps that has not come back to this node, or -1. */
  private long unheardSince = -1;

  RampAgreement(String self, NanoClock clock) {
    this.self = self;
    this.clock = clock;
    this.startNanos = clock.nanos();
  }

  /**
   * Adds a ramp, or changes the numbers of one that there is, which goes on from its level.
   *
   * @param key the text of its policy's key
   */
  public synchronized AgreedRamp set(
      String key, long min, long max, Duration duration, RampMode mode) {
    long id = GroupId.of(key);
    AgreedRamp known = ramps.get(id);
    due = true;
    if (known != null) {
      known.change(min, max, duration, mode);
      return known;
    }
    if (ramps.isEmpty()) {
      second = now(); // without ramps there were no ticks; this ramp is not to rise for that time
    }
    AgreedRamp added = new AgreedRamp(self, id, min, max, duration, mode);
    ramps.put(id, added);
    if (connected) {
      added.connected(second);
    }
    return added;
  }

  /** Removes a ramp. */
  public synchronized void remove(String key) {
    ramps.remove(GroupId.of(key));
  }

  /** Whether a second is over, so that the use in it has to be set before the next {@link #tick}. */
  public synchronized boolean isSecondOver() {
    return now() > second;
  }

  private long now() {
    return (clock.nanos() - startNanos) / NANOS_PER_SECOND;
  }

  /** Moves the ramps if a second is over. */
  synchronized void tick() {
    long now = now();
    if (now <= second) {
      return;
    }
    long passed = now - second;
    second = now;
    if (unheardSince >= 0 && now - unheardSince > AgreedRamp.SILENT_SECONDS) {
      connected = false;
      ramps.values().forEach(AgreedRamp::cutOff);
    }
    ramps.values().forEach(ramp -> ramp.tick(now, passed));
    due = true;
  }

  /** The ramps to report now; after each second, those whose level other nodes may not know. */
  synchronized List<RampUse> states() {
    if (!due) {
      return List.of();
    }
    due = false;
    List<RampUse> reports = ramps.values().stream()
        .filter(ramp -> ramp.isReportDue(second))
        .map(AgreedRamp::report)
        .toList();
    if (!reports.isEmpty() && unheardSince < 0) {
      unheardSince = second;
    }
    return reports;
  }

  /** Takes note of a report, of this node or of another. */
  synchronized void heard(String node, List<RampUse> uses) {
    if (node.equals(self)) {
      unheardSince = -1;
      if (!connected) {
        connected = true;
        ramps.values().forEach(ramp -> ramp.connected(second));
      }
      return;
    }
    for (RampUse use : uses) {
      AgreedRamp ramp = ramps.get(use.ramp());
      if (ramp != null) {
        ramp.heard(node, use, second);
      }
    }
  }

  /** Forgets a node that has said goodbye. */
  synchronized void forgotten(String node) {
    ramps.values().forEach(ramp -> ramp.forgotten(node));
  }
}
