package io.sluice.gateway;

import io.sluice.policy.RampUp;

/**
 * Where a ramp stood at one moment, on all nodes alike.
 *
 * @param ramp what is set
 * @param level how far up it is, from its min to its max
 * @param factor which part of its max that is: of the rates of the limit or quota, so much holds
 */
public record RampView(RampUp ramp, double level, double factor) {}
