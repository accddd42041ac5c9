/** Figures as people read them, and charts of them. */
@NullMarked
package io.sluice.cli.chart;

import org.jspecify.annotations.NullMarked;
