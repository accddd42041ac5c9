package io.sluice.quota;

/**
 * The level of a ramp on a node.
 *
 * @param ramp the {@link GroupId} of the text of the policy's key
 * @param level how far the ramp has risen, per second; 0 from a node that does not know the level and asks for it
 * @param used which part of the level was used in the last whole second on this node, from 0 to 1
 */
public record RampUse(long ramp, double level, double used) {}
