/** The commands about resource groups. */
@NullMarked
package io.sluice.cli.groups;

import org.jspecify.annotations.NullMarked;
