/**
 * Figures as people read them, and charts of them: numbers come in, text or SVG goes out. The commands about
 * ramps and simulations call it.
 */
@NullMarked
package io.sluice.cli.chart;

import org.jspecify.annotations.NullMarked;
