/**
 * What every command needs: {@link io.sluice.cli.base.Version}, which commands print for {@code
 * --version}, and {@link io.sluice.cli.base.InvalidInputException}, which they throw and {@code
 * SluiceCli} prints as one line.
 */
@NullMarked
package io.sluice.cli.base;

import org.jspecify.annotations.NullMarked;
