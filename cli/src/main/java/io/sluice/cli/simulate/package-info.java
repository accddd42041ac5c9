/**
 * The commands that run the shipped classes on virtual time, {@code ./sluice simulate}: scenarios come in, tables
 * and charts go out. {@code SluiceCli} adds them.
 */
@NullMarked
package io.sluice.cli.simulate;

import org.jspecify.annotations.NullMarked;
