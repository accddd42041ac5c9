/**
 * The command line. The launcher {@code ./sluice} calls {@code SluiceCli} with the arguments. It
 * runs one command of this package or of those below; the command prints its result, and {@code
 * SluiceCli} returns the exit code. No package below calls back into this one.
 */
@NullMarked
package io.sluice.cli;

import org.jspecify.annotations.NullMarked;
