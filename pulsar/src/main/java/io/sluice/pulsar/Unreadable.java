package io.sluice.pulsar;

import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Entries that cannot be understood: they are counted, and the first ones are told. */
final class Unreadable {

  private static final Logger LOG = LoggerFactory.getLogger(TopicPolicyStore.class);
  private static final int MOST_COUNTED = 10_000;
  private static final int MOST_TOLD = 20;
  private static final int LONGEST_KEY = 200;

  private final String topic;
  private final Set<String> keys = new HashSet<>();
  private int told;
  private volatile int count;

  Unreadable(String topic) {
    this.topic = topic;
  }

  void add(String key, String why) {
    if (keys.size() < MOST_COUNTED) {
      keys.add(key);
    }
    count = keys.size();
    told++;
    if (told <= MOST_TOLD) {
      LOG.atWarn()
          .addKeyValue("topic", topic)
          .addKeyValue("key", printable(key))
          .addKeyValue("reason", why)
          .log("a policy cannot be read and is skipped");
    } else if (told == MOST_TOLD + 1) {
      LOG.atWarn().addKeyValue("topic", topic).log("there are more policies that cannot be read");
    }
  }

  /** The key has something that can be read by now. */
  void remove(String key) {
    keys.remove(key);
    count = keys.size();
  }

  /** Everything is read anew. */
  void clear() {
    keys.clear();
    count = 0;
  }

  /** Any thread may ask. */
  int count() {
    return count;
  }

  private static String printable(String key) {
    String line = key.replaceAll("\\p{Cntrl}", "?");
    return line.length() <= LONGEST_KEY ? line : line.substring(0, LONGEST_KEY) + "...";
  }
}
