/**
 * The commands about limits, {@code ./sluice limits}: options come in, requests go to a node through
 * {@code cli.remote}. {@code SluiceCli} adds them; {@code cli.groups} and {@code cli.top} use how limits are read and
 * written as text.
 */
@NullMarked
package io.sluice.cli.limits;

import org.jspecify.annotations.NullMarked;
