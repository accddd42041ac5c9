package io.sluice.pulsar;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.PulsarClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that the reader of the policies is connected and gets nothing, though there is something to read, and gives
 * its topic up. A broker that unloads the topic while the reader subscribes may keep the reader on the closed topic for
 * ever.
 *
 * <p>Used on the store's thread only.
 */
final class StalledReader {

  private static final Logger LOG = LoggerFactory.getLogger(StalledReader.class);

  /** A reader that gets nothing for so long, though there is something, gets nothing any more. */
  private static final long STALLED_MILLIS = 2000;

  private final PulsarClient client;
  private final String topicName;
  private final ReadPosition position;
  private final Supplier<@Nullable PolicyTopic> topic;
  private final ScheduledExecutorService thread;

  /** Up to where new readers were to read, after others that did not get there. */
  private final Set<MessageId> triedFor = new HashSet<>();

  /** @param topic the one that is read now; null if none is */
  StalledReader(
      PulsarClient client,
      String topicName,
      ReadPosition position,
      Supplier<@Nullable PolicyTopic> topic,
      ScheduledExecutorService thread) {
    this.client = client;
    this.topicName = topicName;
    this.position = position;
    this.topic = topic;
    this.thread = thread;
  }

  /** Another node may have changed policies, and this one would not notice that it reads nothing. */
  void compareWithEndEvery(Duration period) {
    var unused = thread.scheduleWithFixedDelay(
        this::compareWithEnd, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void compareWithEnd() {
    PolicyTopic read = topic.get();
    if (read == null) {
      return;
    }
    var unused = PolicyTopic.end(client, topicName)
        .thenAcceptAsync(
            ids -> {
              triedFor.retainAll(ids); // what is not the end any more is not asked for again
              ids.stream()
                  .filter(
                      id -> !triedFor.contains(id)) // a reader may not get what was compacted away
                  .forEach(id -> expect(id, read));
            },
            thread)
        .exceptionally(e -> {
          LOG.debug("the end of the topic of policies could not be asked for", e);
          return null;
        });
  }

  /**
   * The topic has this message. A reader that is not connected, or gets connected only now, is left alone: it will
   * read it then.
   */
  void expect(MessageId id, PolicyTopic of) {
    if (!position.isBefore(id) || !of.isConnected()) {
      return;
    }
    long before = position.messages();
    var unused = thread.schedule(
        () -> {
          if (topic.get() == of
              && of.isConnected()
              && position.messages() == before
              && position.isBefore(id)) {
            triedFor.add(id);
            of.lost(new IllegalStateException("the reader does not get what is on the topic"));
          }
        },
        STALLED_MILLIS,
        TimeUnit.MILLISECONDS);
  }
}
