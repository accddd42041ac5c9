package io.sluice.gateway.view;

import io.sluice.policy.PolicyKind;
import java.util.Optional;

/**
 * How a limit that this node uses is divided among the nodes that use it.
 *
 * @param kind which of the topic's limits it is
 * @param subscription the subscription that it is for; empty if it is for all of the topic
 * @param shareOfMessages which part of the limit's messages this node may use, from 0 to 1
 * @param shareOfBytes which part of the limit's bytes this node may use, from 0 to 1
 * @param nodes on how many nodes the limit is used, as far as this one knows
 * @param dividedBy the id of the node that divides it, new with every start of that node; empty while this node asks
 * @param heard whether this node hears of the others; if not, its share stays as it was
 */
public record LimitShareView(
    PolicyKind<?> kind,
    Optional<String> subscription,
    double shareOfMessages,
    double shareOfBytes,
    int nodes,
    Optional<String> dividedBy,
    boolean heard) {}
