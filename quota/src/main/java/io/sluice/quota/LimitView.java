package io.sluice.quota;

import java.util.Optional;

/**
 * How a limit is divided among the nodes that use it, as one of them knows it at one moment.
 *
 * @param messages which part of the limit's messages this node may use, from 0 to 1
 * @param bytes which part of the limit's bytes this node may use, from 0 to 1
 * @param nodes on how many nodes the limit is used: this one, and those that it has heard
 * @param dividedBy the id of the node that divides the limit; empty while this node asks which one does
 */
public record LimitView(double messages, double bytes, int nodes, Optional<String> dividedBy) {}
