package io.sluice.gateway.view;

import io.sluice.policy.RampUp;

/**
 * Where a ramp stood at one moment, on all nodes alike.
 *
 * @param ramp what is set
 * @param level how far up it is, from its min to its max
 * @param factor which part of its max that is: of the rates of the limit or quota, so much holds
 * @param used which part of the limits that follow it was used in the last second, where most was: 0 to 1
 * @param nodes how many nodes agree on it, this one included
 */
public record RampView(RampUp ramp, double level, double factor, double used, int nodes) {}
