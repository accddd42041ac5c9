package io.sluice.admin.node;

import io.sluice.quota.NodeLoad;
import io.sluice.quota.NodeSummary;
import java.time.Instant;
import java.util.Optional;

/**
 * A node of the cluster, as this node knows it.
 *
 * @param id the node's id, which is also in its usage reports; new with every start
 * @param name the name that its configuration gives the node
 * @param serviceUrl where it serves clients
 * @param adminUrl where its admin API is
 * @param version of its software
 * @param started when it was started
 * @param seen when it was last heard of
 * @param self whether it is this node
 * @param up whether it was heard of recently
 * @param state {@code ready}, or why the node is not ready; the last known state of a node that is not up
 * @param load the node's load as last reported; empty if the node has not reported any
 * @param told what another node has told of its busiest and its throttled; empty of this node, and if that is too old
 */
public record NodeView(
    String id,
    String name,
    String serviceUrl,
    String adminUrl,
    String version,
    Instant started,
    Instant seen,
    boolean self,
    boolean up,
    String state,
    Optional<NodeLoad> load,
    Optional<Told> told) {

  /**
   * What a node has told.
   *
   * @param summary that
   * @param when it was so, by this node's clock
   */
  public record Told(NodeSummary summary, Instant when) {}
}
