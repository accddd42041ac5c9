package io.sluice.quota;

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
 * The nodes that have been heard of: their ids, and since when they are silent. Each has a number, which
 * another one gets when it is forgotten. Not thread-safe.
 */
final class PeerNodes {

  private static final Logger LOG = LoggerFactory.getLogger(GroupShares.class);

  static final int MOST = 10_000;

  private final long silentNanos;
  private final Map<String, Known> nodes = new HashMap<>();
  private final BitSet numbers = new BitSet();

  /** The nodes that were forgotten because they were silent, until they are heard again. */
  private final Set<String> silenced = new HashSet<>();

  private boolean saidTooMany;

  /** A node that was heard of. */
  private static final class Known {
    final int number;
    final Delays delays = new Delays();
    long heardNanos;
    long sequence = Long.MIN_VALUE;

    Known(int number) {
      this.number = number;
    }
  }

  /** @param silentNanos a node that is silent for longer is forgotten, and a report that took longer is too old */
  PeerNodes(long silentNanos) {
    this.silentNanos = silentNanos;
  }

  int size() {
    return nodes.size();
  }

  boolean knows(String node) {
    return nodes.containsKey(node);
  }

  /** Whether it was heard of in this time. */
  boolean isHeard(String node, long nowNanos, long withinNanos) {
    Known known = nodes.get(node);
    return known != null && nowNanos - known.heardNanos <= withinNanos;
  }

  /** Their ids, by their numbers; null where none has the number. */
  @Nullable
  String[] ids() {
    @Nullable String[] ids = new String[numbers.length()];
    nodes.forEach((id, known) -> ids[known.number] = id);
    return ids;
  }

  /**
   * A report has arrived.
   *
   * @return the number of the node that sent it, or -1 if it is to be ignored: it is too old, or comes
   *     after a later one, or there are too many nodes
   */
  int heard(UsageReport report, long nowNanos) {
    Known known = known(report.node());
    if (known == null || report.sequence() < known.sequence) {
      return -1;
    }
    if (known.delays.add(nowNanos / 1_000_000 - report.sentMillis()) * 1_000_000 > silentNanos) {
      return -1;
    }
    known.sequence = report.sequence();
    known.heardNanos = nowNanos;
    return known.number;
  }

  private @Nullable Known known(String node) {
    Known known = nodes.get(node);
    if (known == null && nodes.size() < MOST) {
      known = new Known(numbers.nextClearBit(0));
      numbers.set(known.number);
      nodes.put(node, known);
    } else if (known == null && !saidTooMany) {
      saidTooMany = true;
      LOG.warn("More than {} nodes report what they use; the others are ignored", MOST);
    }
    return known;
  }

  /** Forgets a node, and says which number it had. */
  void forget(String node, IntConsumer forgotten) {
    Known known = nodes.remove(node);
    if (known != null) {
      numbers.clear(known.number);
      forgotten.accept(known.number);
    }
  }

  /** Whether it was forgotten because it was silent, although it is there; says so once. */
  boolean isBack(String node) {
    return silenced.remove(node);
  }

  /** Forgets the nodes that are silent. */
  void forgetSilent(long nowNanos, IntConsumer forgotten) {
    for (Iterator<Map.Entry<String, Known>> each = nodes.entrySet().iterator(); each.hasNext(); ) {
      Map.Entry<String, Known> entry = each.next();
      Known known = entry.getValue();
      if (nowNanos - known.heardNanos > silentNanos) {
        each.remove();
        if (silenced.size() < MOST) {
          silenced.add(entry.getKey());
        }
        numbers.clear(known.number);
        forgotten.accept(known.number);
      }
    }
  }
}
