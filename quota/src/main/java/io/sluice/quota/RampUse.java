package io.sluice.quota;

/**
 * Where a ramp stands on a node.
 *
 * @param ramp which one, as {@link GroupId} says of the text of the policy's key
 * @param level how far up it is, per second; 0 from a node that does not know, and asks
 * @param used how much of that was used in the last whole second on this node, from 0 to 1
 */
public record RampUse(long ramp, double level, double used) {}
