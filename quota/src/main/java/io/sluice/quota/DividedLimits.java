package io.sluice.quota;

/**
 * How many of a node's limits are used on other nodes, too.
 *
 * @param leading those that this node divides
 * @param following those that another node divides
 */
public record DividedLimits(int leading, int following) {}
