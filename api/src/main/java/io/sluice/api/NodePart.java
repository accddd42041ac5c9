package io.sluice.api;

import org.jspecify.annotations.Nullable;

/**
 * What an answer about the whole cluster has of a node.
 *
 * @param name of the node, as it stands in the answer: of two nodes with the same name, one has its address with it
 * @param adminUrl where its admin API and its console are, by its own account
 * @param self whether it is the node that answers, of which the answer has all
 * @param missing why nothing of the node is in the answer; missing if something is
 * @param ageSeconds how old it is; missing of the node that answers, and if nothing of the node is in the answer
 * @param leftOut how many more there are on the node that it has not told of, as it tells of a few only
 */
public record NodePart(
    String name,
    String adminUrl,
    boolean self,
    @Nullable String missing,
    @Nullable Double ageSeconds,
    int leftOut) {}
