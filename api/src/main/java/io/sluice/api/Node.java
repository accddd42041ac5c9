package io.sluice.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node as the one that answers knows it. Times are texts.
 *
 * @param self whether it is the one that answers
 * @param up whether it was heard of in the last seconds; missing from nodes of versions that know of no others
 * @param state {@code ready}, or why it is not
 * @param load what it does, or did last; missing if it does not say
 */
public record Node(
    String name,
    String serviceUrl,
    String adminUrl,
    String version,
    String started,
    String seen,
    boolean self,
    @Nullable Boolean up,
    String state,
    @Nullable JsonNode load) {

  /** All of them. */
  public record Page(List<Node> items) {}

  /** Whether it is known to be down. */
  public boolean hasGone() {
    return up != null && !up;
  }
}
