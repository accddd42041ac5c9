/**
 * The commands about limits, {@code ./sluice limits}, which {@code SluiceCli} adds. Options come
 * in, requests go to a node through {@code cli.remote}, and the answers are printed. {@code
 * cli.groups} and {@code cli.top} also use this package to read and write limits as text.
 */
@NullMarked
package io.sluice.cli.limits;

import org.jspecify.annotations.NullMarked;
