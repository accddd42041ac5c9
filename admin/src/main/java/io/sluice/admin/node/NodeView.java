package io.sluice.admin.node;

import io.sluice.quota.NodeLoad;
import java.time.Instant;
import java.util.Optional;

/**
 * A node as the others see it.
 *
 * @param id which one it is, as in reports of what groups use; new with every start
 * @param name what it calls itself
 * @param serviceUrl where it serves clients
 * @param adminUrl where its admin API is
 * @param version of its software
 * @param started when it was started
 * @param seen when it was last heard of
 * @param self whether it is the one that answers
 * @param up whether it was heard of recently
 * @param state {@code ready}, or why it is not; of one that is not up, what it said last
 * @param load what it does, or did last; empty if it does not say
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
    Optional<NodeLoad> load) {}
