package io.sluice.cli.demo;

import java.util.List;

/**
 * What one part of the demo has shown.
 *
 * @param alone the quiet producer without its neighbour
 * @param beside both of them, from when the noisy one began
 * @param settled both of them, after the noisy one has used up what its topic had saved of its quota
 */
record Outcome(Figures alone, Figures beside, Figures settled) {

  /** A rate within this part of the quota counts as kept: on a busy machine seconds are measured inexactly. */
  private static final double TOLERANCE = 0.1;

  /**
   * @param beside each second of it, of which the first may be above the quota; what comes after the
   *     last are answers to what was sent before
   */
  static Outcome of(List<Figures> alone, List<Figures> beside, Figures after) {
    Figures whole = Figures.together(beside);
    List<Long> late = Figures.together(List.of(whole, after)).quietNanos();
    return new Outcome(
        Figures.together(alone),
        new Figures(whole.seconds(), whole.asked(), whole.published(), late),
        Figures.together(beside.subList(1, beside.size())));
  }

  boolean hasHeld(int quota) {
    return Math.abs(settled.publishedPerSecond() - quota) <= quota * TOLERANCE;
  }
}
