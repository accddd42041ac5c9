/**
 * The command line: {@code SluiceCli} takes the arguments, runs one command of the packages below or of this
 * one, and returns its exit code. The launcher {@code ./sluice} calls it. No package below calls back into this
 * one.
 */
@NullMarked
package io.sluice.cli;

import org.jspecify.annotations.NullMarked;
