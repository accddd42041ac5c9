package io.sluice.pulsar;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.MessageIdAdv;

/**
 * Up to where the topic has been read and its policies shown, and the changes that wait for that. Belongs to
 * one thread.
 *
 * <p>By partition, as a cluster may create topics with partitions by default.
 */
final class ReadPosition {

  private record Waiting(MessageId id, CompletableFuture<Void> shown) {}

  private final Map<Integer, MessageId> read = new HashMap<>();
  private final Map<Integer, MessageId> shown = new HashMap<>();
  private List<Waiting> waiting = new ArrayList<>();
  private long messages;

  void read(MessageId id) {
    read.put(partition(id), id);
    messages++;
  }

  /** How many messages have been read. */
  long messages() {
    return messages;
  }

  /** Whether the entry with this message, if there is one, is still to be read. */
  boolean isBefore(MessageId id) {
    MessageIdAdv entry = (MessageIdAdv) id;
    MessageIdAdv last = (MessageIdAdv) read.get(partition(id));
    return entry.getEntryId() >= 0
        && (last == null
            || last.getLedgerId() < entry.getLedgerId()
            || (last.getLedgerId() == entry.getLedgerId()
                && last.getEntryId() < entry.getEntryId()));
  }

  /** All that was read is shown now. */
  void show() {
    shown.putAll(read);
    List<Waiting> before = waiting;
    waiting = new ArrayList<>();
    before.forEach(change -> await(change.id, change.shown));
  }

  void await(MessageId id, CompletableFuture<Void> done) {
    MessageId upTo = shown.get(partition(id));
    if (upTo != null && id.compareTo(upTo) <= 0) {
      done.complete(null);
    } else if (!done.isDone()) {
      waiting.add(new Waiting(id, done));
    }
  }

  private static int partition(MessageId id) {
    return ((MessageIdAdv) id).getPartitionIndex();
  }
}
