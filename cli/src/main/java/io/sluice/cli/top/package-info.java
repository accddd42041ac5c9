/**
 * The commands that show what all nodes do now, {@code ./sluice top} and {@code ./sluice nodes}: each node is asked
 * through {@code cli.remote}, a table goes out. {@code SluiceCli} adds them.
 */
@NullMarked
package io.sluice.cli.top;

import org.jspecify.annotations.NullMarked;
