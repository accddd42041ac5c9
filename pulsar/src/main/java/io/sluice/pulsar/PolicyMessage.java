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
 */
record PolicyMessage(
    String id, Instant published, String key, String value, String who, String before) {

  private static final String WHO = "who";
  private static final String BEFORE = "before";

  static PolicyMessage of(Message<byte[]> message) {
    byte @Nullable [] value = message.getData(); // Pulsar's clients may remove by null as well
    return new PolicyMessage(
        id((MessageIdAdv) message.getMessageId()),
        Instant.ofEpochMilli(message.getPublishTime()),
        orEmpty(message.getKey()),
        value == null ? "" : new String(value, StandardCharsets.UTF_8),
        orEmpty(message.getProperty(WHO)),
        orEmpty(message.getProperty(BEFORE)));
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  /** The properties of a message that says all of this. */
  static Map<String, String> properties(String who, String before) {
    return Map.of(WHO, who, BEFORE, before);
  }

  /** Without the partition: a ledger belongs to one. */
  private static String id(MessageIdAdv id) {
    String entry = id.getLedgerId() + ":" + id.getEntryId();
    return id.getBatchIndex() < 0 ? entry : entry + ":" + id.getBatchIndex();
  }
}
