/**
 * The commands that show what all nodes do now, {@code ./sluice top} and {@code ./sluice nodes},
 * which {@code SluiceCli} adds. Options come in, each node is asked through {@code cli.remote}, and
 * a table is printed.
 */
@NullMarked
package io.sluice.cli.top;

import org.jspecify.annotations.NullMarked;
