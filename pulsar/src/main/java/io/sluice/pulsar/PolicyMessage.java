package io.sluice.pulsar;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageIdAdv;
import org.jspecify.annotations.Nullable;

/**
 * A message of the topic, by Sluice or by any other client.
 *
 * @param id where it stands, the same for every reader
 * @param published when, by the clock of its producer
 * @param key empty if there is none
 * @param value empty if there is none
 * @param who published it; empty if it does not say
 * @param before what was in force on the node that published it, as a value; empty if it does not say
 * @param base the id of the message that it is based on, {@link #NO_BASE} if there was none; empty if it
 *     holds whatever there is
 * @param repairs the id of a message that was not taken, and that this one is written in place of; empty
 *     if there is none
 */
record PolicyMessage(
    String id,
    Instant published,
    String key,
    String value,
    String who,
    String before,
    String base,
    String repairs) {

  /** Of a message that only holds if it is the first of its policy. */
  static final String NO_BASE = "-";

  private static final String WHO = "who";
  private static final String BEFORE = "before";
  private static final String BASE = "base";
  private static final String REPAIRS = "repairs";

  static PolicyMessage of(Message<byte[]> message) {
    byte @Nullable [] value = message.getData(); // Pulsar's clients may remove by null as well
    return new PolicyMessage(
        id((MessageIdAdv) message.getMessageId()),
        Instant.ofEpochMilli(message.getPublishTime()),
        orEmpty(message.getKey()),
        value == null ? "" : new String(value, StandardCharsets.UTF_8),
        orEmpty(message.getProperty(WHO)),
        orEmpty(message.getProperty(BEFORE)),
        orEmpty(message.getProperty(BASE)),
        orEmpty(message.getProperty(REPAIRS)));
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  /** The properties of a message that holds whatever there is. */
  static Map<String, String> properties(String who, String before) {
    return Map.of(WHO, who, BEFORE, before);
  }

  /** The properties of one that holds if its base is still the latest. */
  static Map<String, String> properties(String who, String before, String base) {
    return Map.of(WHO, who, BEFORE, before, BASE, base);
  }

  /** The properties of one that says what its base said, after another that was not taken. */
  static Map<String, String> repair(String value, String base, String repairs) {
    return Map.of(WHO, "", BEFORE, value, BASE, base, REPAIRS, repairs);
  }

  /** Without the partition: a ledger belongs to one. */
  static String id(MessageIdAdv id) {
    String entry = id.getLedgerId() + ":" + id.getEntryId();
    return id.getBatchIndex() < 0 ? entry : entry + ":" + id.getBatchIndex();
  }
}
