package io.sluice.pulsar;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import io.sluice.policy.json.StrictJson;
import io.sluice.quota.NodeSummary;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Summaries as they stand on the topic: JSON, deflated; {@code docs/wire-format.md} describes it. */
final class SummaryFormat {

  /** With {@link NodeSummaries#INTERVAL}, of a hundred nodes at most 10 MB in a minute. */
  static final int MOST_BYTES = 8 * 1024;

  private static final int MOST_INFLATED_BYTES = 64 * 1024;
  private static final int LONGEST_NODE = 128;

  /** A node of a later version may tell more. */
  private static final ObjectReader LENIENT = StrictJson.mapper()
      .readerFor(Said.class)
      .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /**
   * What a message says.
   *
   * @param node the id of the node that it is about
   */
  record Said(String node, NodeSummary summary) {

    /** Checks that nothing is missing: any client of the topic may have sent it. */
    Said {
      if (node.length() > LONGEST_NODE) {
        throw new IllegalArgumentException("the node's id is too long");
      }
      Objects.requireNonNull(summary);
    }
  }

  private SummaryFormat() {}

  /** Tells of half as many, and of half of these, until it is small enough: names may be long. */
  static byte[] write(Said said) {
    for (int most = NodeSummary.MOST; ; most /= 2) {
      byte[] json = StrictJson.write(new Said(said.node, said.summary.first(most)));
      byte[] deflated = Deflated.of(json);
      if (most == 0 || (json.length <= MOST_INFLATED_BYTES && deflated.length <= MOST_BYTES)) {
        return deflated;
      }
    }
  }

  /**
   * Reads a message.
   *
   * @throws IOException if it is no summary, or one that is out of bounds
   */
  static Said read(byte[] message) throws IOException {
    if (message.length > MOST_BYTES) {
      throw new IOException("it is too big");
    }
    @Nullable Said said = LENIENT.readValue(Deflated.inflated(message, MOST_INFLATED_BYTES));
    if (said == null) {
      throw new IOException("it is null");
    }
    return said;
  }
}
