/**
 * Numbers as text and in charts: numbers come in, text or SVG goes out. The commands {@code ramp}
 * and {@code simulate} call it.
 */
@NullMarked
package io.sluice.cli.chart;

import org.jspecify.annotations.NullMarked;
