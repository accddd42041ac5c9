/**
 * The commands about resource groups, {@code ./sluice groups}: options come in, requests go to a node through
 * {@code cli.remote}. {@code SluiceCli} adds them.
 */
@NullMarked
package io.sluice.cli.groups;

import org.jspecify.annotations.NullMarked;
