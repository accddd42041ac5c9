package io.sluice.pulsar;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which message each policy was last changed by, and with that which messages count. Belongs to one
 * thread.
 *
 * <p>A message with a base counts if no later message than its base has counted. All nodes read the same
 * messages in the same order, so they all agree, and of two messages with the same base the first one
 * counts. What remains are nodes for which compaction has dropped some messages, as it keeps the last one of
 * each policy, even if that does not count:
 *
 * <ul>
 *   <li>A base that was never read here is later than what was: the message counts.
 *   <li>A message that does not count is followed by a repair, which says again what holds, by the node
 *       that has sent it. The repair counts where its base is the latest, and where the message that it
 *       repairs was taken because all before it was dropped.
 * </ul>
 */
final class PolicyVersions {

  /** More than can be sent before the node that has sent them learns that they do not count. */
  private static final int MOST_REMEMBERED = 10_000;

  /**
   * What a policy was last changed by.
   *
   * @param id of the message
   * @param value of the message
   */
  record Latest(String id, String value) {}

  private final int most;
  private final Map<String, Latest> latest = new HashMap<>();
  private final Set<String> refused = new LinkedHashSet<>();

  /** @param most of how many policies the messages are remembered; of others every message counts */
  PolicyVersions(int most) {
    this.most = most;
  }

  /** Whether it counts. */
  boolean take(PolicyMessage message) {
    Latest known = latest.get(message.key());
    boolean counts = known == null
        || message.base().isEmpty()
        || message.repairs().equals(known.id)
        || isNotBefore(message.base(), known.id);
    if (!counts) {
      refuse(message.id());
    } else if (known != null || latest.size() < most) {
      latest.put(message.key(), new Latest(message.id(), message.value()));
    }
    return counts;
  }

  private void refuse(String id) {
    if (refused.size() == MOST_REMEMBERED) {
      refused.remove(refused.iterator().next());
    }
    refused.add(id);
  }

  /** Whether a message that was read did not count. */
  boolean wasRefused(String id) {
    return refused.contains(id);
  }

  Optional<Latest> latest(String key) {
    return Optional.ofNullable(latest.get(key));
  }

  private static boolean isNotBefore(String base, String id) {
    return !base.equals(PolicyMessage.NO_BASE) && Arrays.compare(numbers(base), numbers(id)) >= 0;
  }

  /** An id has numbers that grow; anything else is before all of them. */
  private static long[] numbers(String id) {
    return id.matches("[0-9]{1,18}(:[0-9]{1,18}){1,2}")
        ? Arrays.stream(id.split(":")).mapToLong(Long::parseLong).toArray()
        : new long[0];
  }
}
