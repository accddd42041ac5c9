package io.sluice.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who publishes most on a node or in the cluster, or waits most.
 *
 * @param node which node that is
 * @param by what they are ranked by
 * @param overSeconds how long the time was in which that was seen
 * @param total how many there are, whatever part of them is shown
 * @param items those that are shown
 * @param nodes what it has of each node of the cluster; missing if it is about one node alone
 */
public record Top(
    String node,
    String by,
    double overSeconds,
    int total,
    List<Item> items,
    @Nullable List<NodePart> nodes) {

  /** Without items if the answer has none. */
  public Top {
    items = Objects.requireNonNullElse(items, List.of());
  }

  /**
   * A topic, or a producer. Of a producer the name, the client and its part of what its topic publishes are
   * told, of a topic what is dispatched and how many producers and consumers it has.
   *
   * @param used which part of the publish limit is used, as far as a ramp has risen; missing without a limit
   * @param rampFactor which part of the publish limit holds while its ramp rises; missing if all of it does
   * @param dispatchUsed which part of the dispatch limit is used; missing without a limit
   * @param waitsFor the limits that its producers and consumers wait for
   * @param node the node of a producer; missing of topics
   * @param nodes what the topic does on each node, where it is about the whole cluster; missing of producers
   * @param limitShare which part of the publish limit the node that answers may use, and on how many nodes the limit is
   *     used; missing if that node does not use it, and of producers
   * @param home the name of the node to which the topic's clients are redirected; missing if there is none, and of
   *     producers
   */
  public record Item(
      String topic,
      @Nullable String producer,
      @Nullable String client,
      double messagesPerSecond,
      double bytesPerSecond,
      @Nullable Double dispatchMessagesPerSecond,
      @Nullable Double dispatchBytesPerSecond,
      double throttledMillisPerSecond,
      long heldBytes,
      @Nullable Integer producers,
      @Nullable Integer consumers,
      @Nullable Double share,
      @Nullable JsonNode limit,
      @Nullable String origin,
      @Nullable Double used,
      @Nullable Double rampFactor,
      @Nullable JsonNode dispatchLimit,
      @Nullable String dispatchOrigin,
      @Nullable Double dispatchUsed,
      List<String> waitsFor,
      @Nullable String node,
      @Nullable List<OnNode> nodes,
      @Nullable LimitShare limitShare,
      @Nullable String home) {

    /** Waiting for nothing if the answer says nothing of it. */
    public Item {
      waitsFor = Objects.requireNonNullElse(waitsFor, List.of());
    }
  }

  /** What a topic does on one node. */
  public record OnNode(
      String node,
      double messagesPerSecond,
      double bytesPerSecond,
      double dispatchMessagesPerSecond,
      double dispatchBytesPerSecond,
      double throttledMillisPerSecond,
      long heldBytes,
      int producers,
      int consumers) {}
}
