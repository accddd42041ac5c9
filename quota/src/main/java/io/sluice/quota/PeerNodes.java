package io.sluice.quota;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes that have sent reports, this node included: their ids, and when each was last heard. Each node has
 * a number. When a node is forgotten, its number is free for another node. Not thread-safe.
 */
final class PeerNodes {

  private static final Logger LOG = LoggerFactory.getLogger(GroupShares.class);

  static final int MOST = 10_000;

  private final long silentNanos;
  private final Map<String, Known> nodes = new HashMap<>();

  /** The same nodes by their numbers; null where no node has the number. */
  private @Nullable Known[] numbered = new Known[0];

  private final BitSet numbers = new BitSet();

  /** The nodes that were forgotten because they were silent, until {@link #isBack} is asked about them. */
  private final Set<String> silenced = new HashSet<>();

  private boolean saidTooMany;

  /** A node that has sent a report. */
  private static final class Known {
    final String id;
    final int address;
    final int number;
    final Delays delays = new Delays();
    long heardNanos;
    long sequence = -1;

    /** Whether a report was lost since {@link #takeMissed} was asked. */
    boolean missed;

    Known(String id, int number) {
      this.id = id;
      this.address = LimitGrant.numberOf(id);
      this.number = number;
    }
  }

  /** @param silentNanos a node that is silent for longer is forgotten; a report that took longer is ignored */
  PeerNodes(long silentNanos) {
    this.silentNanos = silentNanos;
  }

  int size() {
    return nodes.size();
  }

  boolean knows(String node) {
    return nodes.containsKey(node);
  }

  /** Whether a report of the node has arrived within this time. */
  boolean isHeard(String node, long nowNanos, long withinNanos) {
    Known known = nodes.get(node);
    return known != null && nowNanos - known.heardNanos <= withinNanos;
  }

  /** When the node was last heard that was not heard for longest, other than this one; now if there is no other. */
  long allHeardNanos(String self, long nowNanos) {
    long all = nowNanos;
    for (Known known : nodes.values()) {
      if (known.heardNanos - all < 0 && !known.id.equals(self)) {
        all = known.heardNanos;
      }
    }
    return all;
  }

  /** The id of the node that has this number. */
  String id(int number) {
    return numbered(number).id;
  }

  /** The number in grants of the node that has this number. */
  int address(int number) {
    return numbered(number).address;
  }

  private Known numbered(int number) {
    Known known = number < numbered.length ? numbered[number] : null;
    if (known == null) {
      throw new IllegalArgumentException("no node has the number " + number);
    }
    return known;
  }

  /** The nodes' ids by their numbers; null where no node has the number. */
  @Nullable
  String[] ids() {
    @Nullable String[] ids = new String[numbers.length()];
    nodes.forEach((id, known) -> ids[known.number] = id);
    return ids;
  }

  /**
   * Takes note of a report that has arrived.
   *
   * @return the number of the node that sent it, or -1 if the report is to be ignored: it is too old, or a
   *     later one of the same node came first, or there are too many nodes
   */
  int heard(UsageReport report, long nowNanos) {
    Known known = known(report.node());
    if (known == null || report.sequence() < known.sequence) {
      return -1;
    }
    if (known.delays.add(nowNanos / 1_000_000 - report.sentMillis()) > silentNanos / 1_000_000) {
      return -1;
    }
    known.missed |= known.sequence >= 0 && report.sequence() > known.sequence + 1;
    known.sequence = report.sequence();
    known.heardNanos = nowNanos;
    return known.number;
  }

  /** Passes on the numbers of the nodes of which reports were lost since the last call. */
  void takeMissed(IntConsumer missed) {
    for (Known known : nodes.values()) {
      if (known.missed) {
        known.missed = false;
        missed.accept(known.number);
      }
    }
  }

  private @Nullable Known known(String node) {
    Known known = nodes.get(node);
    if (known == null && nodes.size() < MOST) {
      known = new Known(node, numbers.nextClearBit(0));
      numbers.set(known.number);
      nodes.put(node, known);
      if (known.number >= numbered.length) {
        numbered = Arrays.copyOf(numbered, 2 * known.number + 1);
      }
      numbered[known.number] = known;
    } else if (known == null && !saidTooMany) {
      saidTooMany = true;
      LOG.warn("More than {} nodes report what they use; the others are ignored", MOST);
    }
    return known;
  }

  /** Forgets a node, and passes its number on. */
  void forget(String node, IntConsumer forgotten) {
    Known known = nodes.remove(node);
    if (known != null) {
      clear(known);
      forgotten.accept(known.number);
    }
  }

  private void clear(Known known) {
    numbers.clear(known.number);
    numbered[known.number] = null;
  }

  /** Whether the node was forgotten because it was silent; true only once each time. */
  boolean isBack(String node) {
    return silenced.remove(node);
  }

  /** Forgets the nodes that are silent, and passes their numbers on. */
  void forgetSilent(long nowNanos, IntConsumer forgotten) {
    for (Iterator<Map.Entry<String, Known>> each = nodes.entrySet().iterator(); each.hasNext(); ) {
      Map.Entry<String, Known> entry = each.next();
      Known known = entry.getValue();
      if (nowNanos - known.heardNanos > silentNanos) {
        each.remove();
        if (silenced.size() < MOST) {
          silenced.add(entry.getKey());
        }
        clear(known);
        forgotten.accept(known.number);
      }
    }
  }
}
