/**
 * What every command needs: {@link io.sluice.cli.base.Version}, which all of them print, and
 * {@link io.sluice.cli.base.InvalidInputException}, which they throw and {@code SluiceCli} turns into one line.
 */
@NullMarked
package io.sluice.cli.base;

import org.jspecify.annotations.NullMarked;
