package io.sluice.api;

import org.jspecify.annotations.Nullable;

/**
 * How a limit of a topic is divided among the nodes that use it, as the node that answers knows it.
 *
 * @param kind such as {@code publish}
 * @param subscription the subscription that it is for; missing if it is for all of the topic
 * @param shareOfMessages which part of the limit's messages that node may use, from 0 to 1; missing if messages are not
 *     limited
 * @param shareOfBytes which part of the limit's bytes it may use; missing if bytes are not limited
 * @param nodes on how many nodes the limit is used, that one included
 * @param dividedBy the name of the node that divides the limit; missing while that node asks which one does
 * @param heard whether that node hears of the others; if not, its share stays as it was
 * @param text the same in words; missing in lists
 */
public record LimitShare(
    String kind,
    @Nullable String subscription,
    @Nullable Double shareOfMessages,
    @Nullable Double shareOfBytes,
    int nodes,
    @Nullable String dividedBy,
    boolean heard,
    @Nullable String text) {}
