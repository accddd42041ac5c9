/**
 * The commands that run the shipped classes on virtual time, {@code ./sluice simulate}, which
 * {@code SluiceCli} adds. Scenarios come in as options, and tables, CSV files and charts go out.
 */
@NullMarked
package io.sluice.cli.simulate;

import org.jspecify.annotations.NullMarked;
