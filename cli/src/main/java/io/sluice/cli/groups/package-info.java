/**
 * The commands about resource groups, {@code ./sluice groups}, which {@code SluiceCli} adds.
 * Options come in, requests go to a node through {@code cli.remote}, and the answers are printed.
 */
@NullMarked
package io.sluice.cli.groups;

import org.jspecify.annotations.NullMarked;
